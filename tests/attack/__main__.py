"""Every attack on a server of its own, and a JSON line for each. `python -m tests.attack backlogs` tries only those
that have that in their name. ROUNDS and CALLS in the environment make the phases fewer and shorter."""

import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.attack.catalogue import ATTACKS, BEHIND_NGINX
from tests.attack.idle import IdleStreams, IdleVerdict, idle_streams
from tests.attack.stage import make_store
from tests.attack.trial import BEHIND_NGINX as SUFFIX
from tests.attack.trial import Plan, trial_behind_nginx, trial_of
from tests.attack.verdict import Verdict
from tests.e2e.nginx import NGINX

IDLE_CONNECTIONS = 200


def main(wanted: list[str]) -> int:
    plan = Plan(
        rounds=int(os.environ.get("ROUNDS", Plan.rounds)), calls=int(os.environ.get("CALLS", Plan.calls))
    )
    tried = [(attack.name, attack, trial_of) for attack in ATTACKS]
    if os.access(NGINX, os.X_OK):
        tried += [(attack.name + SUFFIX, attack, trial_behind_nginx) for attack in BEHIND_NGINX]
    else:
        report("nginx is missing: nothing is tried through it")
    chosen = [one for one in tried if not wanted or any(each in one[0] for each in wanted)]
    with_idle = not wanted or any(each in IdleStreams.name for each in wanted)
    began = time.monotonic()
    verdicts: list[Verdict | IdleVerdict] = []
    with tempfile.TemporaryDirectory(prefix=".attack-", dir=Path.cwd()) as name, ExitStack() as stack:
        folder = Path(name)
        make_store(folder / "store")
        trials = []
        for number, (title, attack, make_trial) in enumerate(chosen, 1):
            report(f"{time.monotonic() - began:4.0f} s  {number}/{len(chosen)}  {title}")
            trial = stack.enter_context(make_trial(attack, plan, folder, folder / "store"))
            trial.run()
            trials.append(trial)
            report(f"        {trial.verdict.summary()}")
        if with_idle:
            report(f"{time.monotonic() - began:4.0f} s  {IdleStreams.name}")
            with idle_streams(folder, folder / "store", IDLE_CONNECTIONS) as idle:
                verdicts.append(idle.run())
                print(json.dumps(verdicts[-1].line()), flush=True)
        report(
            f"{time.monotonic() - began:4.0f} s  a minute after each attack its server's memory is looked at"
        )
        for trial in trials:
            verdict = trial.conclude()
            print(json.dumps(verdict.line()), flush=True)
            verdicts.append(verdict)
    failed = [one for one in verdicts if one.failures()]
    for one in failed:
        report(f"{one.line()['attack']} FAILED: {'; '.join(one.failures())}")
    report(
        f"{time.monotonic() - began:4.0f} s  {len(verdicts) - len(failed)} of {len(verdicts)} attacks were withstood"
    )
    return 1 if failed else 0


def report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
