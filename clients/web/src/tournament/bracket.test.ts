import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { BracketRoundSchema } from "../generated/tilth/v1/tournaments_pb";
import { COLUMN, drawingOf } from "./bracket";

const table = (number: number, winner: number, loser: number, out = true) => ({
  table: number,
  entrants: [
    { entrant: winner, points: 2, advances: true },
    { entrant: loser, points: 0, out },
  ],
});

const ROUNDS = [
  create(BracketRoundSchema, { round: 1, tables: [table(1, 0, 7), table(2, 1, 6), table(3, 5, 2), table(4, 3, 4)], decided: true }),
  create(BracketRoundSchema, { round: 2, tables: [table(1, 5, 0), table(2, 1, 3)], decided: true }),
  create(BracketRoundSchema, { round: 3, tables: [table(1, 1, 5)], decided: true }),
];

test("tables whose entrants meet next are neighbours, and no two boxes overlap", () => {
  const { boxes, ways, width, height } = drawingOf(ROUNDS);
  const first = boxes.filter(({ column }) => column === 0).map((box) => box.table?.table);
  expect([new Set(first.slice(0, 2)), new Set(first.slice(2))].map((pair) => [...pair].sort())).toEqual([
    [1, 3],
    [2, 4],
  ]);
  for (const column of [0, 1, 2]) {
    const tops = boxes.filter((box) => box.column === column);
    tops.slice(1).forEach((box, at) => expect(box.top).toBeGreaterThan((tops[at]?.top ?? 0) + (tops[at]?.height ?? 0)));
  }
  expect(ways).toHaveLength(6);
  expect(ways.every(({ lost }) => !lost)).toBe(true);
  expect(width).toBeGreaterThan(2 * COLUMN);
  expect(height).toBe(Math.max(...boxes.map((box) => box.top + box.height)));
});

test("an entrant with a bye has a box, and the way of one who lost a life is told apart", () => {
  const rounds = [
    create(BracketRoundSchema, { round: 1, tables: [table(1, 1, 2, false)], byes: [0], decided: true }),
    create(BracketRoundSchema, { round: 2, tables: [{ ...table(1, 0, 1, false), lostLives: 0 }], byes: [2] }),
  ];
  const { boxes, ways } = drawingOf(rounds);
  expect(boxes.filter(({ table: there }) => there === undefined).map(({ lines }) => lines[0]?.entrant)).toEqual([0, 2]);
  expect(ways.filter(({ lost }) => lost)).toHaveLength(1);
  expect(ways).toHaveLength(3);
  expect(drawingOf([])).toMatchObject({ boxes: [], ways: [], height: 0 });
});
