"""Every attack, by its name."""

from tests.attack.attack import Attack
from tests.attack.backlogs import Backlogs
from tests.attack.frame_floods import FrameFloods
from tests.attack.gzip_bombs import GzipBombs
from tests.attack.headers import HeaderFlood
from tests.attack.large_calls import LargeCalls
from tests.attack.long_calls import LongCalls
from tests.attack.prefaces import SlowPrefaces
from tests.attack.refused_answers import RefusedAnswers
from tests.attack.simple_calls import ListMatches, Registrations
from tests.attack.slow_readers import SlowReaders
from tests.attack.strangers import Flood, ManyConnections
from tests.attack.web import WEB_ATTACKS

ATTACKS: tuple[Attack, ...] = (
    Flood("stranger-flood", takes_back=False),
    Flood("rapid-reset", takes_back=True),
    ManyConnections(),
    Backlogs(),
    *(RefusedAnswers(streams) for streams in (1, 4, 16, 60)),
    LargeCalls(),
    LongCalls(),
    ListMatches(),
    Registrations(),
    SlowReaders(),
    GzipBombs(),
    HeaderFlood(),
    SlowPrefaces(),
    FrameFloods(),
    *WEB_ATTACKS,
)

BEHIND_NGINX: tuple[Attack, ...] = (HeaderFlood(), SlowPrefaces())
"""The attacks against which docs/guides advises a proxy; they are also run through that proxy."""


def attack_called(name: str) -> Attack:
    for attack in ATTACKS:
        if attack.name == name:
            return attack
    raise KeyError(f"no attack is called {name}; there are {', '.join(each.name for each in ATTACKS)}")
