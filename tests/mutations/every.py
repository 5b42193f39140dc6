"""Every fault, by the part of the code."""

from tests.mutations.in_clients import IN_CLIENTS
from tests.mutations.in_postgres import IN_POSTGRES
from tests.mutations.in_rules import IN_RULES
from tests.mutations.in_server import IN_SERVER
from tests.mutations.in_web import IN_WEB
from tests.mutations.mutation import Mutation

MUTATIONS: tuple[Mutation, ...] = (*IN_RULES, *IN_SERVER, *IN_POSTGRES, *IN_WEB, *IN_CLIENTS)
