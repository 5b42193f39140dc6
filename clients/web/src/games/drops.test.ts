// Where pieces and cards can be dragged, in each game that lets them be.

import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { ViewSchema as AgricolaView } from "../generated/tilth/games/agricola/v1/agricola_pb";
import { ViewSchema as EarthView } from "../generated/tilth/games/earth/v1/earth_pb";
import { ViewSchema as PetrichorView } from "../generated/tilth/games/petrichor/v1/petrichor_pb";
import { DecisionSchema } from "../generated/tilth/v1/decision_pb";
import { dropsOf as inAgricola } from "./agricola/places";
import type { Look } from "./drawing";
import { dropsOf as inEarth } from "./earth/places";
import { dropsOf as inPetrichor } from "./petrichor/places";

const look = (kind: string, lit: readonly string[]): Look =>
  ({ seat: 0, lit: new Set(lit), picked: new Map(), decision: create(DecisionSchema, { kind, seat: 0 }) }) as unknown as Look;

test("a card of Petrichor goes to its own weather, while that can be played", () => {
  const view = create(PetrichorView, {});
  expect([...inPetrichor("card-3", view, look("turn", ["weather-3", "weather-1"]))]).toEqual([
    ["weather-3", { touches: ["weather-3"] }],
  ]);
  expect(inPetrichor("card-2", view, look("turn", ["weather-3"])).size).toBe(0);
  expect(inPetrichor("card-3", view, look("vote", ["weather-3"])).size).toBe(0);
});

test("a drop goes to every other field, which the next question decides", () => {
  const view = create(PetrichorView, { tiles: [{ tile: 0 }, { tile: 1 }, { tile: 5 }] });
  const drops = inPetrichor("drop-1-0", view, look("wind-weather", ["drop-1-0"]));
  expect([...drops.keys()]).toEqual(["tile-0", "tile-5"]);
  expect(drops.get("tile-5")).toEqual({ touches: ["drop-1-0"], then: { kind: "wind-weather-to", place: "tile-5" } });
  expect(inPetrichor("drop-0-0", view, look("wind-weather", ["drop-1-0"])).size).toBe(0);
});

test("a card of Earth goes to the places of the field that are open to it, while one is planted", () => {
  const view = create(EarthView, { players: [{ seat: 0, field: [{ place: 24, card: 3 }], openPlaces: [16, 25] }] });
  const drops = inEarth("hand-7", view, look("plant", ["hand-7"]));
  expect([...drops.keys()]).toEqual(["spot-16", "spot-25"]);
  expect(drops.get("spot-25")).toEqual({ touches: ["hand-7"], then: { kind: "place", place: "spot-25" } });
  const empty = create(EarthView, { players: [{ seat: 0, openPlaces: [24] }] });
  expect([...inEarth("hand-7", empty, look("plant", ["hand-7"]))]).toEqual([["field", { touches: ["hand-7"] }]]);
  expect(inEarth("hand-8", view, look("plant", ["hand-7"])).size).toBe(0);
  expect(inEarth("hand-7", view, look("compost", ["hand-7"])).size).toBe(0);
});

test("a person at home goes to the spaces that are free, a card to where cards are played", () => {
  const view = create(AgricolaView, { players: [{ seat: 0, people: [{}, { space: 4 }] }, { seat: 1, people: [{}] }] });
  const asked = look("place", ["space-5", "space-6"]);
  expect([...inAgricola("person-0-0", view, asked).keys()]).toEqual(["space-5", "space-6"]);
  expect(inAgricola("person-0-1", view, asked).size).toBe(0);
  expect(inAgricola("person-1-0", view, asked).size).toBe(0);
  expect([...inAgricola("card-9", view, look("occupation", ["card-9"]))]).toEqual([["played", { touches: ["card-9"] }]]);
  expect(inAgricola("card-9", view, look("draft", ["card-9"])).size).toBe(0);
});
