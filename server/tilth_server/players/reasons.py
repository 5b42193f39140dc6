"""Why the register of players refuses."""

from typing import Final

BAD_NAME: Final = "bad_name"
NAME_TAKEN: Final = "name_taken"
INVITATION_NEEDED: Final = "invitation_needed"
BAD_INVITATION: Final = "bad_invitation"
"""Nobody made this invitation, or it has been used."""
REGISTRATION_CLOSED: Final = "registration_closed"
NO_PLAYER: Final = "no_player"
LAST_OPERATOR: Final = "last_operator"
"""Without an operator nobody could run the server any more."""
REVOKED: Final = "revoked"
"""The player's access has been taken away before."""
