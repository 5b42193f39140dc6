import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import page from "../../../../../docs/games/agricola/for-clients.md?raw";
import { type Move, MoveSchema, ViewSchema } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import { DecisionSchema } from "../../generated/tilth/v1/decision_pb";
import { LISTED, offerPlace, partsOf, placesOf } from "./places";

const SEAT = 2;
const view = create(ViewSchema);
const decision = create(DecisionSchema, { seat: SEAT });
type Way = NonNullable<MessageInitShape<typeof MoveSchema>["move"]>;
const move = (way: Way): Move => create(MoveSchema, { move: way });
const asked = (kind: string, way: Way, about?: Way): ReturnType<typeof placesOf> =>
  placesOf(move(way), kind, view, decision, about === undefined ? undefined : move(about));

/** The kinds of decisions with their answers, from the table of the docs. */
const [, section = ""] = page.split("## What a seat is asked");
const KINDS = [...section.matchAll(/^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|/gm)].map(([, kind = "", answer = ""]) => ({
  kind,
  moves: [...answer.matchAll(/`([A-Z]\w+)\(/g)].map(([, name = ""]) => name.charAt(0).toLowerCase() + name.slice(1)),
}));

describe("where the moves of Agricola lie", () => {
  test.each<[string, Way, ReturnType<typeof placesOf>]>([
    ["place", { case: "useSpace", value: { space: 7 } }, { one: "space-7" }],
    ["room", { case: "buildRoom", value: { cell: 0 } }, { one: "cell-2-0" }],
    ["stable", { case: "buildStable", value: { cell: 4 } }, { one: "cell-2-4" }],
    ["field", { case: "ploughField", value: { cell: 1 } }, { one: "cell-2-1" }],
    ["sow", { case: "sowPlot", value: { plot: 16, good: 5 } }, { one: "cell-2-16" }],
    ["fence", { case: "sketchCell", value: { cell: 8 } }, { one: "cell-2-8" }],
    ["fence", { case: "enclose", value: {} }, { one: "enclose" }],
    ["fence", { case: "cutPasture", value: { cells: [3, 4] } }, { set: ["cell-2-3", "cell-2-4"] }],
    ["card-plot", { case: "choosePlot", value: { owner: 0, plot: 6 } }, { one: "cell-0-6" }],
    ["goods", { case: "takeGood", value: { good: 3 } }, { one: "good-2-3" }],
    ["card-seat", { case: "chooseSeat", value: { seat: 1 } }, { one: "seat-1" }],
    ["card-person", { case: "choosePerson", value: { person: 3 } }, { one: "person-2-3" }],
    ["renovate", { case: "renovateTo", value: { house: 2 } }, { one: "house-2" }],
    ["improvement", { case: "playCard", value: { card: 4 } }, { one: "card-4" }],
    ["pay", { case: "giveUpCard", value: { card: 0 } }, { one: "card-0" }],
    ["pay", { case: "pay", value: { wood: 2 } }, undefined],
    ["draft", { case: "keepCard", value: { card: 99 } }, { one: "card-99" }],
    ["put-away", { case: "discardCard", value: { card: 12 } }, { one: "card-12" }],
    ["next-card", { case: "useCard", value: { card: 40, way: 1 } }, { one: "card-40" }],
    ["buy-laid", { case: "useCard", value: { card: 40 } }, undefined],
    ["part", { case: "takePart", value: { part: 17 } }, undefined],
    ["feed", { case: "feedFamily", value: {} }, undefined],
  ])("%s: %o", (kind, way, places) => {
    expect(asked(kind, way)).toEqual(places);
  });

  test("yes to a card lies on the card that asks", () => {
    const about: Way = { case: "useCard", value: { card: 55 } };
    expect(asked("use-card", { case: "agree", value: {} }, about)).toEqual({ one: "card-55" });
    expect(asked("pay-or-beg", { case: "agree", value: {} }, about)).toBeUndefined();
    expect(asked("change-minors", { case: "agree", value: {} })).toBeUndefined();
  });

  test("offers have their ribbon at the good or card that they are about", () => {
    expect(offerPlace(move({ case: "eatGrain", value: {} }), SEAT)).toBe("good-2-5");
    expect(offerPlace(move({ case: "cookSome", value: {} }), SEAT)).toBe("good-2-7");
    expect(offerPlace(move({ case: "useOffer", value: { card: 16 } }), SEAT)).toBe("card-16");
    expect(offerPlace(move({ case: "drawMinor", value: {} }), SEAT)).toBeUndefined();
  });

  test("the numbers of a place can be read from its name", () => {
    expect(partsOf("cell-2-14")).toEqual(["cell", 2, 14]);
    expect(partsOf("enclose")).toEqual(["enclose", 0, 0]);
  });
});

describe("every kind of decision", () => {
  test("the docs name them all", () => {
    expect(KINDS.length).toBeGreaterThan(35);
    expect(new Set(LISTED).size).toBe(LISTED.length);
    expect(LISTED.filter((kind) => !KINDS.some((one) => one.kind === kind))).toEqual([]);
  });

  test.each(KINDS)("$kind maps to places or is answered from the list", ({ kind, moves }) => {
    if (LISTED.includes(kind)) return;
    expect(moves).not.toEqual([]);
    for (const name of moves) {
      const way = { case: name, value: {} } as Way;
      expect(asked(kind, way, { case: "useCard", value: { card: 1 } }), name).toBeDefined();
    }
  });
});
