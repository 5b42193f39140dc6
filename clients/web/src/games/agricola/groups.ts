// The action spaces in groups, and the cards in piles, as the table shows them.

import type { Player, SpaceView, View } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import type { Look } from "../drawing";
import { cardPlace, cellPlace, partsOf } from "./places";
import { say } from "./words";

export interface SpaceGroup {
  readonly title: string;
  readonly spaces: readonly SpaceView[];
}

/** The spaces that can be used: those of the board, for this number of players and of cards, and of the round cards. */
export function spaceGroups(view: View, look: Look): readonly SpaceGroup[] {
  const groups = new Map<string, SpaceView[]>();
  for (const one of view.spaces) {
    if (view.roundCards.includes(one.space) || view.coming.includes(one.space)) continue;
    const isLent = one.card !== undefined;
    const origin = isLent ? "" : (look.label("space", one.space, "facts").split(" · ")[0] ?? "");
    groups.set(origin, [...(groups.get(origin) ?? []), one]);
  }
  // Spaces that cards have brought stand with the last of the others.
  const lent = groups.get("");
  const last = [...groups.keys()].filter((origin) => origin !== "").at(-1);
  if (lent !== undefined && last !== undefined) {
    groups.delete("");
    groups.set(last, [...(groups.get(last) ?? []), ...lent]);
  }
  const found = [...groups].map(([origin, spaces]) => ({ title: capital(origin), spaces }));
  const rounds = view.roundCards.flatMap((card) => view.spaces.filter(({ space }) => space === card));
  return rounds.length > 0 ? [...found, { title: say("round-cards"), spaces: rounds }] : found;
}

/** A round card to come: in which round, if that is known, and who is on it. */
export interface ComingCard {
  readonly space: number;
  readonly round: number | undefined;
}

/** Round cards to come: those that the viewer knows, and those that a question is about. */
export function comingCards(view: View, look: Look): readonly ComingCard[] {
  const known = view.coming.map((space, index) => ({ space, round: view.roundCards.length + index + 1 }));
  const shown = new Set([...view.coming, ...view.spaces.map(({ space }) => space)]);
  const asked = [...look.lit, ...look.picked.keys()].flatMap((place) => {
    const [kind, space] = partsOf(place);
    return kind === "space" && !shown.has(space) ? [space] : [];
  });
  return [...known, ...[...new Set(asked)].map((space) => ({ space, round: undefined }))];
}

/** A card of a pile, with whose it is. */
export interface PileCard {
  readonly card: number;
  /** The places that lie on it: its own, and those of its plots. */
  readonly places: readonly string[];
  /** Whose it is; undefined for the reader's own and for those on the board. */
  readonly owner: number | undefined;
  readonly isHeld: boolean;
  readonly since: number;
  readonly numbers: readonly number[];
}

export type PileName = "asked" | "pack" | "kept" | "hand" | "played" | "majors" | "cards-others";

export interface Pile {
  readonly name: PileName;
  readonly cards: readonly PileCard[];
}

const held = (card: number, owner?: number): PileCard => ({
  card,
  places: [cardPlace(card)],
  owner,
  isHeld: true,
  since: 0,
  numbers: [],
});

/** The cards that a player has played, with the plots on them. */
function playedBy(player: Player, owner?: number): readonly PileCard[] {
  return player.cards.map(({ card, since, numbers }) => {
    const plots = player.plots.filter((plot) => plot.card === card).map(({ plot }) => cellPlace(player.seat, plot));
    return { card, places: [cardPlace(card), ...plots], owner, isHeld: false, since, numbers };
  });
}

/** All cards that the view shows, each in one pile. Piles without cards are left out, but for the hand. */
export function piles(view: View, look: Look): readonly Pile[] {
  const own = view.players.find(({ seat }) => seat === look.seat);
  const others = view.players.filter((player) => player !== own);
  const found: Pile[] = [
    { name: "pack", cards: own?.pack.map((card) => held(card)) ?? [] },
    { name: "kept", cards: own?.kept.map((card) => held(card)) ?? [] },
    { name: "hand", cards: own?.hand.map((card) => held(card)) ?? [] },
    { name: "played", cards: own === undefined ? [] : playedBy(own) },
    { name: "majors", cards: view.majors.map((card) => ({ ...held(card), isHeld: false })) },
    {
      name: "cards-others",
      cards: others.flatMap((player) => [
        ...playedBy(player, player.seat),
        ...[...new Set([...player.hand, ...player.shown, ...player.pack, ...player.kept])].map((card) =>
          held(card, player.seat),
        ),
      ]),
    },
  ];
  const shown = new Set(found.flatMap(({ cards }) => cards.map(({ card }) => card)));
  const asked = [...look.lit, ...look.picked.keys()].flatMap((place) => {
    const [kind, card] = partsOf(place);
    return kind === "card" && !shown.has(card) ? [card] : [];
  });
  found.unshift({ name: "asked", cards: [...new Set(asked)].map((card) => held(card)) });
  return found.filter(({ name, cards }) => name === "hand" || cards.length > 0);
}

/** The pile to open: the chosen one, unless only others hold something that can be picked. */
export function openPile(found: readonly Pile[], chosen: PileName, look: Look): PileName {
  const now = found.find(({ name }) => name === chosen);
  if (now !== undefined && isAsked(now, look)) return chosen;
  return found.find((pile) => isAsked(pile, look))?.name ?? now?.name ?? found[0]?.name ?? "hand";
}

/** Whether something of a pile can be picked, or is. */
export const isAsked = ({ cards }: Pile, look: Look): boolean =>
  cards.some(({ places }) => places.some((place) => look.lit.has(place) || look.picked.has(place)));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
