import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { Action, Good, MoveSchema, PlayerSchema, Taking, ViewSchema } from "../../generated/tilth/games/earth/v1/earth_pb";
import { DecisionSchema, OptionSchema } from "../../generated/tilth/v1/decision_pb";
import { withClick } from "../../match/picking";
import { cardOf, goodsAsked, offersAt, placesOf } from "./places";

type MoveInit = NonNullable<MessageInitShape<typeof MoveSchema>["move"]>;

const texts = import.meta.glob<string>("../../../../../rules/tilth_rules/earth/texts/en.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const ftl = Object.values(texts)[0] ?? "";
const keys = (prefix: string): readonly string[] =>
  [...ftl.matchAll(new RegExp(`^${prefix}-([A-Za-z-]+) = `, "gm"))].map((match) => match[1] ?? "");

/** For each kind of decision, moves that it can offer, each with its place. */
const MOVES: Readonly<Record<string, readonly (readonly [MoveInit, string])[]>> = {
  side: [[{ case: "chooseSide", value: { card: 283 } }, "side-283"]],
  "start-compost": [[{ case: "compostCard", value: { card: 4 } }, "hand-4"]],
  action: [[{ case: "chooseAction", value: { action: Action.WATER, taking: Taking.LESS } }, "action-3"]],
  plant: [[{ case: "plantCard", value: { card: 4, taking: Taking.ALL } }, "hand-4"]],
  place: [[{ case: "choosePlace", value: { place: 24 } }, "spot-24"]],
  price: [
    [{ case: "paySprout", value: { place: 24 } }, "spot-24"],
    [{ case: "payGrowth", value: { place: 25 } }, "spot-25"],
    [{ case: "compostCard", value: { card: 4 } }, "hand-4"],
  ],
  keep: [[{ case: "keepCard", value: { card: 4 } }, "looked-4"]],
  draw: [[{ case: "takeGood", value: { good: Good.CARD, taking: Taking.ALL } }, "good-4"]],
  react: [[{ case: "takeGood", value: { good: Good.SPROUT, taking: Taking.ALL } }, "good-2"]],
  amounts: [[{ case: "takeAmount", value: { good: Good.SOIL } }, "good-1"]],
  "share-amounts": [[{ case: "takeAmount", value: { good: Good.DECK_COMPOST } }, "good-6"]],
  activate: [
    [{ case: "activate", value: { place: 24, taking: Taking.ALL } }, "spot-24"],
    [{ case: "activate", value: { place: 49, taking: Taking.LESS } }, "island"],
    [{ case: "activate", value: { place: 50, taking: Taking.ALL } }, "climate"],
  ],
  copy: [[{ case: "copyAbility", value: { place: 17, taking: Taking.ALL } }, "spot-17"]],
  sprouts: [
    [{ case: "placeSprout", value: { place: 24 } }, "spot-24"],
    [{ case: "placeSprout", value: { place: 51 } }, "shared"],
  ],
  growth: [[{ case: "placeGrowth", value: { place: 24 } }, "spot-24"]],
  compost: [[{ case: "compostCard", value: { card: 4 } }, "hand-4"]],
  "share-compost": [[{ case: "compostCard", value: { card: 4 } }, "hand-4"]],
  "pay-cards": [[{ case: "compostCard", value: { card: 4 } }, "hand-4"]],
  "pay-sprouts": [[{ case: "paySprout", value: { place: 24 } }, "spot-24"]],
  "pay-growth": [[{ case: "payGrowth", value: { place: 24 } }, "spot-24"]],
  exchange: [[{ case: "paySprout", value: { place: 24 } }, "spot-24"]],
  "keep-compost": [[{ case: "keepCard", value: { card: 4 } }, "looked-4"]],
  "put-back": [[{ case: "putBack", value: { card: 4 } }, "looked-4"]],
  "gaia-goal": [[{ case: "chooseGoal", value: { goal: 2 } }, "fauna-2"]],
  "pick-up": [[{ case: "takeAmount", value: { good: Good.SOIL } }, "good-1"]],
  "pick-up-cards": [[{ case: "keepCard", value: { card: 4 } }, "shared-4"]],
  "pick-up-pieces": [[{ case: "placeGrowth", value: { place: 24 } }, "spot-24"]],
  offer: [
    [{ case: "playEvent", value: { card: 4, taking: Taking.ALL } }, "hand-4"],
    [{ case: "exchangeSprouts", value: {} }, "exchange"],
    [{ case: "pickUpGood", value: { half: 2, good: Good.SOIL } }, "half-2-1"],
  ],
};

const move = (init: MoveInit) => create(MoveSchema, { move: init });
const option = (id: number, init: MoveInit) => create(OptionSchema, { id, move: toBinary(MoveSchema, move(init)) });

describe("the places of moves", () => {
  it.each(Object.entries(MOVES))("of a decision of the kind %s", (kind, moves) => {
    for (const [init, place] of moves) expect(placesOf(move(init), kind)).toEqual({ one: place });
  });

  it("are there for every kind of decision that the rules ask", () => {
    const asked = keys("ask").filter((key) => key !== "");
    expect(asked.length).toBeGreaterThan(20);
    expect(Object.keys(MOVES).filter((kind) => kind !== "offer").sort()).toEqual([...asked].sort());
  });

  it("are there for every move of the schema", () => {
    const used = new Set(Object.values(MOVES).flatMap((moves) => moves.map(([init]) => init.case)));
    expect(MoveSchema.oneofs[0]?.fields.map(({ localName }) => localName).sort()).toEqual([...used].sort());
  });
});

describe("what is shown of a decision", () => {
  it("are its goods, each once", () => {
    const options = [
      option(65, { case: "takeGood", value: { good: Good.SOIL, taking: Taking.ALL } }),
      option(1089, { case: "takeGood", value: { good: Good.SOIL, taking: Taking.LESS } }),
      option(66, { case: "takeGood", value: { good: Good.SPROUT, taking: Taking.ALL } }),
    ];
    expect(goodsAsked(create(DecisionSchema, { kind: "react", options }))).toEqual([Good.SOIL, Good.SPROUT]);
    expect(goodsAsked(create(DecisionSchema, { kind: "activate", options: [] }))).toEqual([]);
    expect(goodsAsked(undefined)).toEqual([]);
  });

  it("are the offers at a place, with the way to take their gain", () => {
    const decision = create(DecisionSchema, {
      offers: [
        option(8196, { case: "playEvent", value: { card: 4, taking: Taking.ALL } }),
        option(9220, { case: "playEvent", value: { card: 4, taking: Taking.LESS } }),
        option(16384, { case: "exchangeSprouts", value: {} }),
      ],
    });
    expect(offersAt(decision, "hand-4").map(({ option: { id }, taking }) => [id, taking])).toEqual([
      [8196, Taking.ALL],
      [9220, Taking.LESS],
    ]);
    expect(offersAt(decision, "exchange")).toHaveLength(1);
    expect(offersAt(decision, "hand-5")).toEqual([]);
  });
});

it("pays a price by clicks, each as often as its place has pieces", () => {
  const sprouts = [24, 25].map((place) => option(place, { case: "paySprout", value: { place } }));
  const decision = create(DecisionSchema, { kind: "price", minPicks: 2, maxPicks: 3, ordered: false, options: sprouts, maxEach: [2, 1] });
  const [first, second] = decision.options;
  if (first === undefined || second === undefined) throw new Error("no options");
  let picks = withClick(decision, [], first);
  picks = withClick(decision, picks, first);
  picks = withClick(decision, picks, first);
  expect(picks).toEqual([24, 24]);
  expect(withClick(decision, picks, second)).toEqual([24, 24, 25]);
});

it("knows the card of a place, for the inspector", () => {
  const view = create(ViewSchema, {
    fauna: [390, 391],
    players: [
      create(PlayerSchema, { seat: 0, island: 283, climate: 303, field: [{ place: 24, card: 7, sprouts: 1, growth: 0 }] }),
      create(PlayerSchema, { seat: 1, field: [{ place: 24, card: 8, sprouts: 0, growth: 0 }] }),
    ],
  });
  const places = ["spot-24", "spot-25", "island", "climate", "other-1-24", "fauna-1", "hand-12", "card-13", "action-2"];
  expect(places.map((place) => cardOf(view, place, 0))).toEqual([7, undefined, 283, 303, 8, 391, 12, 13, undefined]);
});
