from tilth_server.wire.memo import Memo


def test_a_memo_makes_each_value_once() -> None:
    made: list[int] = []

    def make(key: int) -> str:
        made.append(key)
        return str(key)

    memo = Memo(make)
    assert list(map(memo.__getitem__, [1, 2, 1, 2])) == ["1", "2", "1", "2"]
    assert made == [1, 2]


def test_a_memo_drops_unused_values_and_keeps_recurring_ones() -> None:
    made: list[int] = []

    def make(key: int) -> int:
        made.append(key)
        return key

    memo = Memo(make, max_entries=100)
    for key in range(1000):
        assert memo[key] == key
        assert memo[-1] == -1
        assert len(memo) <= 50
    assert made.count(-1) == 1
    assert memo.entry_count <= 100
    before = len(made)
    assert memo[3] == 3
    assert len(made) == before + 1


def test_a_value_whose_making_fails_is_not_cached() -> None:
    memo: Memo[int, int] = Memo(lambda key: 1 // key)
    for _ in range(2):
        try:
            memo[0]
        except ZeroDivisionError:
            continue
        raise AssertionError("a failure was kept")
