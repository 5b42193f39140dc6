"""The meter of load forgets what is older than an hour, and counts many clients in little memory."""

from tilth_server.api.load_meter import MAX_CLIENTS, OTHERS, PERIOD_SECONDS, PERIODS, LoadMeter


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_counts_of_an_hour_are_added_up_and_older_ones_forgotten() -> None:
    clock = Clock()
    meter = LoadMeter(clock)
    meter.called("p1", "ipv4:192.0.2.1")
    clock.now += PERIOD_SECONDS
    meter.called("p1", "ipv4:192.0.2.2")
    meter.refused("p1", "TOKEN_INVALID")
    meter.worked("p1", 2.0)
    load = meter.loads()["p1"]
    assert (load.calls, load.seconds, load.address) == (2, 2.0, "ipv4:192.0.2.2")
    assert load.refusals == {"TOKEN_INVALID": 1}
    assert meter.seconds == PERIOD_SECONDS
    clock.now += (PERIODS - 1) * PERIOD_SECONDS
    meter.called("p2", "")
    assert meter.loads()["p1"].calls == 1, "the first period is forgotten"
    assert meter.seconds <= PERIODS * PERIOD_SECONDS
    clock.now += 2 * PERIODS * PERIOD_SECONDS
    meter.called("p3", "")
    assert set(meter.loads()) == {"p3"}


def test_further_clients_share_a_row() -> None:
    meter = LoadMeter(Clock())
    for number in range(MAX_CLIENTS + 5):
        meter.called(f"p{number}", "")
    loads = meter.loads()
    assert len(loads) == MAX_CLIENTS + 1
    assert loads[OTHERS].calls == 5


def test_a_stop_of_the_server_is_nobodys_refusal() -> None:
    meter = LoadMeter(Clock())
    meter.refused("p1", "SERVER_STOPPING")
    assert meter.loads() == {}
