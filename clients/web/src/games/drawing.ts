// What a drawing of a game is: the shell does all the rest. A game without a drawing is shown generically.

import type { Component } from "svelte";

import type { Decision, Option } from "../generated/tilth/v1/decision_pb";
import type { Places } from "../match/places";

/** What a drawing needs besides the view. */
export interface Look {
  /** The seat that the reader plays; undefined for a spectator. */
  readonly seat: number | undefined;
  readonly names: readonly string[];
  /** The places that can be touched now. */
  readonly lit: ReadonlySet<string>;
  /** The places that are touched or picked, with how often. */
  readonly picked: ReadonlyMap<string, number>;
  /** The numbers of the options at a place, as the list shows them. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Where only the order of the options is asked: their places in the order in which they lie. Otherwise empty. */
  readonly order?: readonly string[];
  /** The places that have changed since the reader's own last answer. */
  readonly changed: ReadonlySet<string>;
  /** The decision that waits for the reader; undefined if none does. */
  readonly decision: Decision | undefined;
  /** Where the decision asks for numbers: the numbers as they are set now, in the order of its quantities. */
  readonly values: readonly number[];
  readonly setValue: (index: number, number: number) => void;
  /** Send the answer as it is set now. */
  readonly answer: () => void;
  /** Text of a label: of a card, a crop, a space. */
  readonly label: (kind: string, number: number, form?: string) => string;
  /** The numbers of this kind that have a label, in their order: the game's actions, its spaces. */
  readonly labelled: (kind: string) => readonly number[];
  readonly touch: (place: string, isAway?: boolean) => void;
  /**
   * Pick the option at a place together with the numbers that are asked next, of this kind of decision. Returns false where
   * they have not been asked for before in this tab, so that their bounds are not known.
   */
  readonly join?: (place: string, kind: string) => boolean;
  /** Take an offer of the decision. */
  readonly offer: (option: Option) => void;
}

export interface DrawingProps<View> {
  readonly view: View;
  readonly look: Look;
}

export interface InspectProps<View> extends DrawingProps<View> {
  readonly place: string;
}

/** One step of a film: what moves in the new picture, and from where. */
export interface Step {
  /** The element that moves: the value of its data-piece, or of its data-place. */
  readonly moves: string;
  /** Where it comes from: the value of a data-piece or data-place. Without it the element only appears. */
  readonly from?: string;
  /** Its way, in units of its drawing, relative to where it comes to rest; `at` counts ms from the step's begin. */
  readonly way?: readonly { readonly dx: number; readonly dy: number; readonly at: number }[];
  readonly ms: number;
}

/** What it means to let a dragged piece or card go at a place: the places that clicks would touch. */
export interface Drop {
  readonly touches: readonly string[];
  /** A place of the next question, if that question is of this kind. */
  readonly then?: { readonly kind: string; readonly place: string };
}

/** What the row of players says of one of them, beside name and clock. */
export interface SeatFacts {
  readonly points?: number;
  /** The goods or whatever the game counts, in a few words. */
  readonly line?: string;
}

/**
 * A part of the table that a phone shows by itself, behind a tab. The drawing marks its elements with data-panel; those
 * without that mark are always shown.
 */
export interface Panel {
  readonly name: string;
  readonly title: string;
  /** A count beside the title, such as the size of the hand. */
  readonly count?: number;
}

export interface Drawing<View, Event, Move> {
  readonly decodeView: (bytes: Uint8Array) => View;
  readonly decodeEvent: (bytes: Uint8Array) => Event;
  readonly decodeMove: (bytes: Uint8Array) => Move;
  readonly draw: Component<DrawingProps<View>>;
  /**
   * The places of a move on the table; undefined if it is listed only. `about` is what the decision is about, if it says
   * so.
   */
  readonly placesOf: (
    move: Move,
    kind: string,
    view: View,
    decision: Decision,
    about: Move | undefined,
  ) => Places | undefined;
  /**
   * Where a piece or card may be dragged, besides options that have two places: by the value of a data-place or data-drop.
   * Asked with the value of each data-place, data-piece or data-drop that is pressed.
   */
  readonly dropsOf?: (from: string, view: View, look: Look) => ReadonlyMap<string, Drop>;
  /** The kinds of decisions whose options have no place on the table: they are answered from the list. */
  readonly listed: readonly string[];
  /** What moves when an event happens; empty if nothing does. */
  readonly film: (event: Event, before: View) => readonly Step[];
  /** A place in words. */
  readonly say: (place: string, view: View, look: Look) => string;
  /** A number that a decision asks for, in words, as a slider says it; undefined where the plain number says it. */
  readonly sayNumber?: (name: string, number: number, view: View) => string | undefined;
  readonly seatFacts: (view: View, seat: number, look: Look) => SeatFacts;
  readonly panels: (view: View, look: Look) => readonly Panel[];
  /** A place in full, with its card's or space's text, for the inspector. */
  readonly inspect?: Component<InspectProps<View>>;
}

export type AnyDrawing = Drawing<any, any, any>;

