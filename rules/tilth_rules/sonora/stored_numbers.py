"""The numbers of places on the board and the sheets, which stored matches hold (`Game.stored_numbers`)."""

from tilth_rules.sonora.content.compiled.values import FILE


def stored_numbers() -> dict[str, dict[str, int]]:
    """Return the numbers of buildings, river cells, nodes and columns that stored matches hold, by kind and name."""
    return {
        "building": {
            f"{number}: {building['cells']} cells, {building['top']['bonus']}": number
            for number, building in enumerate(FILE.data["ruins"]["buildings"])
        },
        "cell of the river": {
            cell["name"]: number for number, cell in enumerate(FILE.data["river"]["cells"], 1)
        },
        "node of the mud": {node["name"]: number for number, node in enumerate(FILE.data["mud"]["nodes"])},
        "column of the mud": {
            f"{number}: {column['cells']} cells, {column['bonus']}": number
            for number, column in enumerate(FILE.data["mud"]["columns"])
        },
    }
