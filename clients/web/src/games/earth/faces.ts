// What is printed on a card, as a view shows it: its name, its text, and its abilities as strips of pictures.

import {
  type Amount,
  Colour,
  FloraType,
  Good,
  Habitat,
  Kind,
  type PrintedAbility,
  type PrintedFace,
  type View,
  When,
} from "../../generated/tilth/games/earth/v1/earth_pb";
import { language } from "../../words";
import type { Look } from "../drawing";

const TYPES: Readonly<Record<number, string>> = {
  [FloraType.TREE]: "tree",
  [FloraType.HERB]: "herb",
  [FloraType.MUSHROOM]: "mushroom",
  [FloraType.BUSH]: "bush",
};
const KINDS: Readonly<Record<number, string>> = {
  [Kind.TERRAIN]: "terrain",
  [Kind.EVENT]: "event",
  [Kind.ISLAND]: "island",
  [Kind.CLIMATE]: "climate",
  [Kind.ECOSYSTEM]: "ecosystem",
  [Kind.FAUNA]: "fauna",
  [Kind.GAIA]: "gaia",
};
const HABITATS: Readonly<Record<number, string>> = {
  [Habitat.SUNNY]: "sunny",
  [Habitat.WET]: "wet",
  [Habitat.ROCKY]: "rocky",
  [Habitat.COLD]: "cold",
};
const COLOURS: Readonly<Record<number, string>> = {
  [Colour.GREEN]: "gr",
  [Colour.RED]: "re",
  [Colour.BLUE]: "bl",
  [Colour.YELLOW]: "ye",
  [Colour.BLACK]: "bk",
  [Colour.BROWN]: "br",
};
const COLOUR_WORDS: Readonly<Record<string, string>> = { green: "gr", red: "re", blue: "bl", yellow: "ye" };
const GOODS: Readonly<Record<number, string>> = {
  [Good.SOIL]: "soil",
  [Good.SPROUT]: "sprout",
  [Good.GROWTH]: "growth",
  [Good.CARD]: "card",
  [Good.HAND_COMPOST]: "compost-hand",
  [Good.DECK_COMPOST]: "compost-deck",
  [Good.OWN_COMPOST]: "compost",
};
const GOOD_WORDS: Readonly<Record<string, string>> = {
  soil: "soil",
  sprout: "sprout",
  growth: "growth",
  draw: "card",
  "compost hand": "compost-hand",
  "compost deck": "compost-deck",
  compost: "compost",
};

export const goodPicture = (good: Good): string => GOODS[good] ?? "card";
export const actionColour = (action: number): string => COLOURS[action] ?? "bk";

const found = new WeakMap<View, ReadonlyMap<number, PrintedFace>>();

/** The print of a card; undefined if the view does not show it. */
export function faceOf(view: View, card: number): PrintedFace | undefined {
  let faces = found.get(view);
  if (faces === undefined) {
    faces = new Map(view.printed?.faces.map((face) => [face.card, face]));
    found.set(view, faces);
  }
  return faces.get(card);
}

export function nameOf(view: View, card: number, look: Look): string {
  const face = faceOf(view, card);
  const corrected = language === "ru" ? face?.nameRu : face?.nameEn;
  return corrected || look.label("face", card);
}

/** What a card does, in sentences. */
export function textOf(view: View, card: number, look: Look): string {
  const face = faceOf(view, card);
  if (face !== undefined && (face.nameEn !== "" || face.nameRu !== "")) return language === "ru" ? face.textRu : face.textEn;
  return look.label("face", card, "text");
}

/** The figures of a card in words. The words of a corrected card are its text only: its label tells the old figures. */
export function factsOf(view: View, card: number, look: Look): string {
  const face = faceOf(view, card);
  if (face === undefined || face.nameEn !== "" || face.nameRu !== "") return "";
  const facts = look.label("face", card, "facts");
  return facts === look.label("face", card) ? "" : facts;
}

/** The picture of a card's type, and the name of its ground. */
export function typeOf(face: PrintedFace | undefined): string {
  if (face === undefined) return "back";
  if (face.kind !== Kind.FLORA) return KINDS[face.kind] ?? "back";
  return face.types.length === 1 ? (TYPES[face.types[0] ?? 0] ?? "herb") : "many";
}

export const typesOf = (face: PrintedFace): readonly string[] =>
  face.kind === Kind.FLORA ? face.types.map((type) => TYPES[type] ?? "herb") : [typeOf(face)];
export const habitatsOf = (face: PrintedFace): readonly string[] => face.habitats.map((one) => HABITATS[one] ?? "");

/** A part of a strip: a picture with its number, a word, or the arrow between price and gain. */
export type Part =
  | { readonly picture: string; readonly count: string }
  | { readonly word: StripWord }
  | { readonly arrow: true };
export type StripWord = "end" | "rule" | "copy" | "price" | "no" | "each" | "own-turn";

/** One ability as a strip: the class of its ground, and what stands in it. */
export interface Strip {
  readonly ground: string;
  readonly colours: readonly string[];
  readonly parts: readonly Part[];
}

interface AbilityRules {
  readonly op?: Readonly<Record<string, unknown>>;
  readonly score?: { readonly award?: Readonly<Record<string, unknown>> };
  readonly planted?: unknown;
}

const strips = new WeakMap<PrintedFace, readonly Strip[]>();

export function stripsOf(face: PrintedFace): readonly Strip[] {
  let made = strips.get(face);
  if (made === undefined) {
    const rules = rulesOf(face);
    made = face.abilities.map((ability, index) => stripOf(ability, rules[index] ?? {}));
    strips.set(face, made);
  }
  return made;
}

function rulesOf(face: PrintedFace): readonly AbilityRules[] {
  try {
    const rules = JSON.parse(face.rules) as { readonly abilities?: readonly AbilityRules[] };
    return rules.abilities ?? [];
  } catch {
    return [];
  }
}

function stripOf(ability: PrintedAbility, rules: AbilityRules): Strip {
  const colours = ability.colours.map((colour) => COLOURS[colour] ?? "bk");
  const ground = colours.length > 1 ? "mu" : (colours[0] ?? "bk");
  return { ground, colours, parts: [...whenParts(ability), ...doingParts(ability, rules)] };
}

function whenParts(ability: PrintedAbility): readonly Part[] {
  if (ability.when === When.EVENT_PLAYED) return [{ picture: "event", count: "" }, { arrow: true }];
  return ability.active ? [{ word: "own-turn" }] : [];
}

function doingParts(ability: PrintedAbility, rules: AbilityRules): readonly Part[] {
  if (rules.op !== undefined) return operationParts(rules.op);
  if (ability.when === When.SCORING) return [{ word: "end" }, ...awardParts(rules.score?.award)];
  const pay = ability.pay.map(amountPart);
  const gain = ability.gain.map(amountPart);
  if (pay.length + gain.length === 0) return [{ word: "rule" }];
  const each: readonly Part[] = rules.planted === undefined || rules.planted === null ? [] : [{ word: "each" }];
  return [...pay, ...(pay.length > 0 ? [{ arrow: true } as const] : []), ...gain, ...each];
}

const amountPart = ({ good, count }: Amount): Part => ({
  picture: goodPicture(good),
  count: count > 1 ? String(count) : "",
});

function awardParts(award: Readonly<Record<string, unknown>> | undefined): readonly Part[] {
  return typeof award?.["vp"] === "number" ? [{ picture: "points", count: String(award["vp"]) }, { word: "each" }] : [];
}

/** The pictures of an effect that is more than a price and a gain. The card's sentence says all of it. */
function operationParts(op: Readonly<Record<string, unknown>>): readonly Part[] {
  const number = (name: string): string => String(op[name] ?? "");
  switch (op["op"]) {
    case "start":
      return [
        { picture: "card", count: number("cards") },
        { picture: "compost-hand", count: number("compost") },
        { picture: "soil", count: number("soil") },
      ];
    case "copy":
      return [{ word: "copy" }, { picture: `colour-${COLOUR_WORDS[number("colour")] ?? "bk"}`, count: "" }];
    case "pay_with":
      return [{ word: "price" }, { picture: GOOD_WORDS[number("what")] ?? "card", count: "" }];
    case "all_types":
      return ["tree", "herb", "mushroom", "bush"].map((picture) => ({ picture, count: "" }));
    case "cost_cut":
      return [{ word: "price" }, { picture: "soil", count: `−${number("by")}` }];
    case "replace_on_plant":
      return [{ picture: "replace", count: "" }, { arrow: true }, { picture: "card", count: number("draw") }];
    case "look_compost":
      return [{ picture: "compost", count: number("look") }, { arrow: true }, { picture: "card", count: number("keep") }];
    case "forbid_action":
      return [{ word: "no" }, { picture: `colour-${COLOUR_WORDS[number("action")] ?? "bk"}`, count: "" }];
    default:
      return [{ word: "rule" }];
  }
}
