"""Two builds are compared by ratios, and a line is worse only if its whole interval says so."""

from pathlib import Path
from typing import Any

import pytest

from tests.bench import against, instructions
from tests.bench.__main__ import GROUPS, wanted_groups
from tests.bench.measurement import Measurement


def line(value: float, **more: Any) -> dict[str, Any]:
    return {
        "name": "x",
        "value": value,
        "unit": "a second",
        "baseline": 1.0,
        "beside": {},
        "at_most": False,
        **more,
    }


def pairs(*ratios: float, **more: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(line(ratio, **more), line(1.0, **more)) for ratio in ratios]


def test_the_interval_of_ten_values_leaves_out_two_at_each_end() -> None:
    interval = against.interval_of([float(n) for n in (7, 1, 2, 3, 4, 5, 6, 8, 9, 10)])
    assert interval == (3.0, 5.5, 8.0)


def test_the_interval_of_few_values_is_all_of_them() -> None:
    assert against.interval_of([1.0, 3.0, 2.0]) == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("ratio", "holds"), [(1.0, True), (0.98, True), (0.96, False), (1.5, True), (0.971, True), (0.969, False)]
)
def test_a_line_is_worse_where_the_whole_interval_is_more_than_three_per_cent_below(
    ratio: float, holds: bool
) -> None:
    assert against.judged("x", pairs(*[ratio] * 10), Path()) is holds


def test_a_line_with_one_bad_round_is_not_worse() -> None:
    assert against.judged("x", pairs(*[1.0] * 9, 0.5), Path())


def test_a_wide_line_is_judged_by_the_servers_cpu(capsys: pytest.CaptureFixture[str]) -> None:
    shaky = (0.8, 1.2) * 5
    spent = {against.SERVER_CPU: 10.0}
    assert against.judged("x", pairs(*shaky, beside=spent), Path())
    assert against.SERVER_CPU in capsys.readouterr().out
    dear = [(line(ratio, beside={against.SERVER_CPU: 11.0}), line(1.0, beside=spent)) for ratio in shaky]
    assert not against.judged("x", dear, Path())


def test_rates_of_cpu_time_are_held_against_the_machine_of_the_moment() -> None:
    unit = "answers/s of CPU time"
    slow_machine = (line(50.0, unit=unit, baseline=0.5), line(100.0, unit=unit, baseline=1.0))
    assert against.judged("x", [slow_machine] * 10, Path())


def test_less_is_better_where_the_target_is_the_most_that_will_do() -> None:
    slower = [(line(1.1, at_most=True), line(1.0, at_most=True))] * 10
    assert not against.judged("x", slower, Path())
    assert Measurement("x", 1.0, "s", 2.0, 1.0, {}, target_is_max=True).line().count('"at_most": true') == 1


def test_lines_are_chosen_by_group_or_by_name() -> None:
    assert wanted_groups("") == list(GROUPS)
    assert wanted_groups("agricola.family") == ["rules.agricola.play"]
    assert wanted_groups("serve.64x64") == ["serve.crowds", "serve.web"]
    assert len(wanted_groups("serve")) == 6
    assert wanted_groups("nothing of ours") == []


@pytest.mark.parametrize("name", instructions.WORKLOADS)
def test_a_fixed_piece_of_work_is_the_same_each_time(name: str) -> None:
    assert instructions.WORKLOADS[name](1) == instructions.WORKLOADS[name](1) > 50


def test_a_line_that_only_one_build_has_is_named_and_a_comparison_of_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {"name": "x", "value": 1.0, "unit": "answers/s", "beside": {}}
    monkeypatch.setattr(against, "built", Path)
    monkeypatch.setattr(against, "measured", lambda tree, group: {"x": line} if tree == against.ROOT else {})
    assert against.compare("older", ["group"], 1) == 1
    assert "not measured by older, so not compared: x" in capsys.readouterr().out
