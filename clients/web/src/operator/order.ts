// The order of rows that change every second.

/** Returns the keys as they stood before, and new ones after them: while somebody points at a row, none moves. */
export function heldOrder(keys: readonly string[], before: readonly string[]): readonly string[] {
  const present = new Set(keys);
  const kept = before.filter((key) => present.has(key));
  const known = new Set(kept);
  return [...kept, ...keys.filter((key) => !known.has(key))];
}

export interface Column<Row> {
  readonly key: string;
  readonly name: string;
  /** A number is ordered from the largest down at first, a text from A on. */
  readonly of: (row: Row) => number | string;
  /** Shown from the width of a desk on. */
  readonly isDesk?: boolean;
  /** Shown from 1400 px on. */
  readonly isBroad?: boolean;
  readonly isNumber?: boolean;
}

export interface Order {
  readonly key: string;
  readonly isUp: boolean;
}

export function ordered<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order): readonly Row[] {
  const column = columns.find(({ key }) => key === order.key);
  if (column === undefined) return rows;
  const sign = order.isUp ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [column.of(one), column.of(other)];
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * String(a).localeCompare(String(b));
  });
}

/** Returns the order after a click on a column's name: the same column turns round. */
export function clicked<Row>(order: Order, column: Column<Row>): Order {
  if (order.key === column.key) return { key: column.key, isUp: !order.isUp };
  return { key: column.key, isUp: column.isNumber !== true };
}
