"""Write every golden playthrough anew: read the differences before you keep them."""

from tests.playthroughs.agricola_matches import AGRICOLA
from tests.playthroughs.earth_matches import EARTH
from tests.playthroughs.matches import PETRICHOR
from tests.playthroughs.sonora_matches import SONORA

for golden in (*PETRICHOR, *SONORA, *EARTH, *AGRICOLA):
    golden.path.parent.mkdir(exist_ok=True)
    golden.path.write_text(golden.playthrough().play())
    print(golden.path.name)
