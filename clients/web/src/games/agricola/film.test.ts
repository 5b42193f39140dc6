import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { EventSchema, Good, PersonKind, PlotKind, ViewSchema } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import { film } from "./film";

const person = { kind: PersonKind.FAMILY };
const before = create(ViewSchema, {
  round: 3,
  players: [{ seat: 0, plots: [{ plot: 5, kind: PlotKind.ROOM }], people: [person, { ...person, space: 9 }] }],
});

test("a person goes from its room to the space, and from one space to another", () => {
  const placed = create(EventSchema, { event: { case: "personPlaced", value: { seat: 0, person: 0, space: 4 } } });
  expect(film(placed, before)).toEqual([{ moves: "person-0-0", from: "cell-0-5", ms: 260 }]);
  const moved = create(EventSchema, { event: { case: "personMoved", value: { seat: 0, person: 1, space: 4 } } });
  expect(film(moved, before)).toEqual([{ moves: "person-0-1", from: "space-9", ms: 260 }]);
});

test("only people who were out come home", () => {
  const home = create(EventSchema, { event: { case: "peopleCameHome", value: {} } });
  expect(film(home, before)).toEqual([{ moves: "person-0-1", from: "space-9", ms: 260 }]);
});

test("goods go to the supply, animals to the farmyard", () => {
  const taken = (good: Good) =>
    create(EventSchema, { event: { case: "goodsTaken", value: { seat: 0, space: 6, good, amount: 3 } } });
  expect(film(taken(Good.WOOD), before)).toEqual([{ moves: "good-0-1", from: "space-6", ms: 260 }]);
  expect(film(taken(Good.BOAR), before)).toEqual([{ moves: "animals-0-9", from: "space-6", ms: 260 }]);
});

test("each new fence appears", () => {
  const built = create(EventSchema, { event: { case: "fencesBuilt", value: { seat: 0, edges: [3, 8], cells: [3] } } });
  expect(film(built, before).map(({ moves }) => moves)).toEqual(["fence-0-3", "fence-0-8"]);
});

test("an event that shows nowhere moves nothing", () => {
  expect(film(create(EventSchema, { event: { case: "harvestEnded", value: {} } }), before)).toEqual([]);
});
