import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { render } from "svelte/server";
import { beforeAll, describe, expect, it, vi } from "vitest";

import {
  Action,
  EventSchema,
  Good,
  Kind,
  MoveSchema,
  Phase,
  PlayerSchema,
  PrintedSchema,
  type View,
  ViewSchema,
} from "../../generated/tilth/games/earth/v1/earth_pb";
import { type Decision, DecisionSchema } from "../../generated/tilth/v1/decision_pb";
import type { Look } from "../drawing";
import type * as Drawn from ".";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("navigator", { languages: ["en"] });

let drawing: typeof Drawn.drawing;
beforeAll(async () => {
  ({ drawing } = await import("."));
});

const ALL_CARDS = Array.from({ length: 40 }, (_, card) => card);

function viewOf(seats: number): View {
  const player = (seat: number) =>
    create(PlayerSchema, {
      seat,
      island: 20,
      climate: 21,
      ecosystem: 22 + seat,
      field: [
        { place: 24, card: 5 * seat, sprouts: 1, growth: 2 },
        { place: 25, card: 5 * seat + 1, sprouts: 0, growth: 0 },
      ],
      handSize: 3,
      hand: seat === 0 ? [30, 31, 32] : [],
      lookedAt: seat === 0 ? [33, 34] : [],
      dealt: seat === 0 ? [20, 21] : [],
      events: [35],
      score: [seat, 2, 3, 4, 5, 6, 7, 8],
      shared: { soil: 1, cards: seat === 0 ? [36] : [], cardCount: 1 },
    });
  return create(ViewSchema, {
    phase: Phase.TURNS,
    round: 3,
    action: Action.WATER,
    deck: 77,
    discards: 13,
    fauna: [10, 11, 12, 13],
    claims: [0, 0, 0, 0],
    ecosystems: [14, 15],
    players: Array.from({ length: seats }, (_, seat) => player(seat)),
    ...(seats > 1 ? {} : { gaia: { card: 16, toCome: [17], scoring: [18], leaves: [2], score: [9], skips: 1, passes: 1, remainingPasses: 4 } }),
    printed: create(PrintedSchema, {
      faces: ALL_CARDS.map((card) => ({ card, kind: Kind.FLORA, types: [1], cost: 2, vp: 1, sproutSpaces: 4, growthLimit: 2, rules: "{}" })),
    }),
  });
}

function lookOf(places: readonly string[], decision?: Decision): Look {
  return {
    seat: 0,
    names: ["Ada", "<b>Bo</b>"],
    lit: new Set(places),
    picked: new Map(),
    numbers: new Map(places.map((place, index) => [place, String(index + 1)])),
    changed: new Set(),
    decision,
    values: [],
    setValue: () => undefined,
    answer: () => undefined,
    label: (kind, number, form) => [kind, number, form].filter((part) => part !== undefined).join(" "),
    labelled: (kind) => (kind === "action" ? [1, 2, 3, 4] : []),
    touch: () => undefined,
    offer: () => undefined,
  };
}

const html = (view: View, look: Look): string => render(drawing.draw, { props: { view, look } }).body;
const litPlaces = (body: string): readonly string[] =>
  [...body.matchAll(/class="placebox[^"]*\blit\b[^"]*"[^>]*data-place="([^"]+)"/g)].map((match) => match[1] ?? "");

describe("the table", () => {
  it("holds every place that a move can lie at", () => {
    const goods = [Good.SOIL, Good.CARD].map((good) => ({
      id: 64 + good,
      move: toBinary(MoveSchema, create(MoveSchema, { move: { case: "takeGood", value: { good } } })),
    }));
    const decision = create(DecisionSchema, { kind: "react", options: goods });
    const places = [
      ...["side-20", "hand-31", "action-2", "spot-24", "spot-26", "island", "climate", "shared", "good-1", "good-4"],
      ...["looked-33", "shared-36", "fauna-3"],
    ];
    expect([...litPlaces(html(viewOf(2), lookOf(places, decision)))].sort()).toEqual([...places].sort());
  });

  it("holds free places far away from the cards when they are lit", () => {
    expect(litPlaces(html(viewOf(1), lookOf(["spot-0"])))).toEqual(["spot-0"]);
  });

  it("lights nothing of somebody else's area", () => {
    const body = html(viewOf(2), lookOf(["spot-24"]));
    expect(litPlaces(body)).toEqual(["spot-24"]);
    expect(body).toContain('data-place="other-1-24"');
  });

  it("says what it shows in words, for each place", () => {
    const view = viewOf(2);
    const look = lookOf([]);
    const places = [...html(view, look).matchAll(/data-place="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(places.length).toBeGreaterThan(30);
    for (const place of places) {
      expect(drawing.say(place, view, look), place).not.toBe(place);
      expect(drawing.say(place, view, look), place).not.toContain("NaN");
    }
  });

  it("names no element twice", () => {
    for (const seats of [1, 5]) {
      const body = html(viewOf(seats), lookOf([]));
      const own = [...body.matchAll(/data-place="((?!card-)[^"]+)"/g)].map((match) => match[1]);
      expect(new Set(own).size).toBe(own.length);
      const pieces = [...body.matchAll(/data-piece="((?!event-)[^"]+)"/g)].map((match) => match[1]);
      expect(new Set(pieces).size).toBe(pieces.length);
    }
  });

  it("shows Gaia to one who plays alone, with her cards and points", () => {
    const body = html(viewOf(1), lookOf([]));
    for (const card of [16, 17, 18]) expect(body).toContain(`data-place="card-${card}"`);
    expect(body).toContain('data-piece="leaf-2-1"');
    expect(body).toContain("turns she skips: 1");
    expect(body).toContain("deck used 1 of 5 times");
  });

  it("names actions and the exchange in the server's words", () => {
    const offer = {
      id: 16384,
      move: toBinary(MoveSchema, create(MoveSchema, { move: { case: "exchangeSprouts", value: {} } })),
      text: "exchange 7 sprouts for 6 soil",
    };
    const look = lookOf([], create(DecisionSchema, { kind: "activate", offers: [offer] }));
    const body = html(viewOf(2), look);
    expect(body).toContain("exchange 7 sprouts for 6 soil");
    expect(drawing.say("exchange", viewOf(2), look)).toBe("exchange 7 sprouts for 6 soil");
    expect(body).toContain("action 3 title");
  });

  it("draws the places that are open to cards, and marks those that were passed over", () => {
    const view = viewOf(2);
    const [own] = view.players;
    if (own === undefined) throw new Error("no player");
    own.openPlaces = [8, 40];
    own.passedOver = [24, 50];
    const body = html(view, lookOf([]));
    for (const place of ["spot-8", "spot-40", "spot-24"]) expect(body).toContain(`data-place="${place}"`);
    expect(body).not.toContain('data-place="spot-7"');
    const past = [...body.matchAll(/class="placebox[^"]*\bpast\b[^"]*"[^>]*data-place="([^"]+)"/g)].map((match) => match[1]);
    expect(past.sort()).toEqual(["climate", "spot-24"]);
  });

  it("shows hostile names as text", () => {
    const body = html(viewOf(2), lookOf([]));
    expect(body).toContain("&lt;b>Bo&lt;/b>");
    expect(body).not.toContain("<b>Bo</b>");
  });

  it("has a panel for each part, and marks each part with one", () => {
    for (const seats of [1, 3]) {
      const view = viewOf(seats);
      const look = lookOf([]);
      const marked = new Set([...html(view, look).matchAll(/data-panel="([^"]+)"/g)].map((match) => match[1]));
      expect(new Set(drawing.panels(view, look).map(({ name }) => name))).toEqual(marked);
    }
  });

  it("holds what its films move, and where it comes from", () => {
    const view = viewOf(2);
    const body = html(view, lookOf([]));
    const names = new Set([...body.matchAll(/data-(?:piece|place)="([^"]+)"/g)].map((match) => match[1]));
    const events: readonly MessageInitShape<typeof EventSchema>["event"][] = [
      { case: "cardPlanted", value: { seat: 1, card: 5, place: 24, soil: 1 } },
      { case: "eventPlayed", value: { seat: 0, card: 35 } },
      { case: "sproutsPlaced", value: { seat: 0, spots: [24, 24, 25] } },
      { case: "growthPaid", value: { seat: 1, spots: [24] } },
      { case: "soilGained", value: { seat: 1, amount: 2 } },
      { case: "cardsDrawn", value: { seat: 0, count: 2, cards: [30, 31] } },
      { case: "cardsDrawn", value: { seat: 1, count: 2, cards: [] } },
      { case: "cardsLookedAt", value: { seat: 0, count: 1, cards: [33] } },
      { case: "deckComposted", value: { seat: 1, count: 2 } },
      { case: "compostDiscarded", value: { seat: 0, count: 1 } },
    ];
    const steps = events.flatMap((event) => drawing.film(create(EventSchema, { event: event ?? { case: undefined } }), view));
    expect(steps).toHaveLength(12);
    for (const { moves, from } of steps) {
      expect(names).toContain(moves);
      // The card that is planted has left its place by the time it lies on the field.
      if (from !== undefined && !from.startsWith("planting")) expect(names).toContain(from);
    }
    expect(drawing.film(create(EventSchema, { event: { case: "turnEnded", value: {} } }), view)).toEqual([]);
  });

  it("tells the players' points and goods", () => {
    expect(drawing.seatFacts(viewOf(2), 1, lookOf([])).points).toBe(36);
    expect(drawing.seatFacts(viewOf(2), 1, lookOf([])).line).toContain("cards 3");
    expect(drawing.seatFacts(viewOf(2), 7, lookOf([]))).toEqual({});
  });
});
