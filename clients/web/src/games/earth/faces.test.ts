import { create } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it, vi } from "vitest";

import {
  Colour,
  FloraType,
  Good,
  Kind,
  PrintedFaceSchema,
  type PrintedAbility,
  When,
} from "../../generated/tilth/games/earth/v1/earth_pb";
import type * as Faces from "./faces";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("navigator", { languages: ["en"] });

let faces: typeof Faces;
beforeAll(async () => {
  faces = await import("./faces");
});

type Ability = Partial<Omit<PrintedAbility, "$typeName" | "pay" | "gain">> & {
  readonly pay?: readonly { good: Good; count: number }[];
  readonly gain?: readonly { good: Good; count: number }[];
};

function strip(ability: Ability, rules: object = {}) {
  const face = create(PrintedFaceSchema, {
    kind: Kind.FLORA,
    abilities: [{ colours: [Colour.BLUE], when: When.ACTIVATE, ...ability, pay: [...(ability.pay ?? [])], gain: [...(ability.gain ?? [])] }],
    rules: JSON.stringify({ abilities: [rules] }),
  });
  return faces.stripsOf(face)[0];
}

const written = (parts: readonly Faces.Part[] | undefined): string =>
  (parts ?? []).map((part) => ("arrow" in part ? "→" : "word" in part ? `(${part.word})` : `${part.count}${part.picture}`)).join(" ");

describe("the strip of an ability", () => {
  it("shows what is paid, an arrow, and what is gained", () => {
    const made = strip({ pay: [{ good: Good.OWN_COMPOST, count: 2 }], gain: [{ good: Good.SOIL, count: 3 }, { good: Good.SPROUT, count: 1 }] });
    expect(made?.ground).toBe("bl");
    expect(written(made?.parts)).toBe("2compost → 3soil sprout");
  });

  it("has no arrow without a price", () => {
    expect(written(strip({ gain: [{ good: Good.CARD, count: 1 }] })?.parts)).toBe("card");
  });

  it("has three bands for a multicoloured ability", () => {
    expect(strip({ colours: [Colour.RED, Colour.BLUE, Colour.YELLOW] })?.ground).toBe("mu");
  });

  it("tells the three sorts of compost apart", () => {
    const goods = [Good.HAND_COMPOST, Good.DECK_COMPOST, Good.OWN_COMPOST].map((good) => ({ good, count: 1 }));
    expect(written(strip({ gain: goods })?.parts)).toBe("compost-hand compost-deck compost");
  });

  it("says that it works at the end, only in the own turn, or after each event", () => {
    expect(written(strip({ when: When.SCORING }, { score: { award: { award: "each", vp: 3 } } })?.parts)).toBe("(end) 3points (each)");
    expect(written(strip({ active: true, gain: [{ good: Good.SOIL, count: 2 }] })?.parts)).toBe("(own-turn) 2soil");
    expect(written(strip({ when: When.EVENT_PLAYED, gain: [{ good: Good.SOIL, count: 1 }] })?.parts)).toBe("event → soil");
    expect(written(strip({ gain: [{ good: Good.CARD, count: 1 }] }, { planted: { is: "terrain" } })?.parts)).toBe("card (each)");
  });

  it("has pictures for effects that are neither price nor gain", () => {
    const shown = (op: object): string => written(strip({ when: When.ALWAYS }, { op })?.parts);
    expect(shown({ op: "start", cards: 12, compost: 5, soil: 6 })).toBe("12card 5compost-hand 6soil");
    expect(shown({ op: "copy", colour: "red" })).toBe("(copy) colour-re");
    expect(shown({ op: "pay_with", what: "compost hand" })).toBe("(price) compost-hand");
    expect(shown({ op: "cost_cut", by: 1 })).toBe("(price) −1soil");
    expect(shown({ op: "forbid_action", action: "yellow" })).toBe("(no) colour-ye");
    expect(shown({ op: "replace_on_plant", draw: 2 })).toBe("replace → 2card");
    expect(shown({ op: "look_compost", look: 5, keep: 2 })).toBe("5compost → 2card");
    expect(shown({ op: "all_types" })).toBe("tree herb mushroom bush");
    expect(shown({ op: "something later" })).toBe("(rule)");
  });
});

it("names the ground of a card by its type", () => {
  const type = (kind: Kind, types: FloraType[] = []) => faces.typeOf(create(PrintedFaceSchema, { kind, types }));
  expect(type(Kind.FLORA, [FloraType.BUSH])).toBe("bush");
  expect(type(Kind.FLORA, [FloraType.BUSH, FloraType.TREE])).toBe("many");
  expect(type(Kind.TERRAIN)).toBe("terrain");
  expect(faces.typeOf(undefined)).toBe("back");
});
