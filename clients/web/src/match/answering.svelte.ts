// How the reader puts an answer together: by touching places of the drawing, or options of the list. Both say the same.

import { untrack } from "svelte";

import type { AnyDrawing, Drop } from "../games/drawing";
import type { Decision, Option } from "../generated/tilth/v1/decision_pb";
import { settings } from "../settings.svelte";
import type { LiveMatch } from "./match.svelte";
import { answersByOneClick, asksOrder, countOf, isComplete, type Picks, withClick, withPut, without } from "./picking";
import { narrowed, optionsAt, type Placed } from "./places";

/** An option, and the decision for numbers that follows it: both are answered in one message. */
export interface Joined {
  readonly option: Option;
  readonly decision: Decision;
}

/** A choice between options that lie at the same place. */
export interface PlaceMenu {
  readonly place: string;
  readonly options: readonly Placed[];
}

export class Answering {
  picks = $state.raw<Picks>([]);
  numbers = $state.raw<readonly number[]>([]);
  /** The places touched on the way to an option that has several. */
  touched = $state.raw<readonly string[]>([]);
  menu = $state.raw<PlaceMenu>();
  /** Another decision was opened while the reader was picking. */
  wasOtherwise = $state(false);
  /** An option that is picked together with the numbers that are asked next. */
  joined = $state.raw<Joined>();
  /** The option that the pointer is over in the list: its places are shown on the table. */
  pointed = $state.raw<Option>();
  /** The table is touched by finger: the first touch shows what it would be, the second one sends. */
  isByFinger = false;

  readonly #match: LiveMatch;
  readonly #drawing: () => AnyDrawing | undefined;
  #asked: Decision | undefined;
  #hasSent = false;
  /** Where a drag goes on when the next question is there. */
  #then: Drop["then"];
  /** The last decision of each kind that asked for numbers. */
  #numbered = new Map<string, Decision>();

  /** Where only the order of the options is asked: the options as they lie. They move when all are picked, or one is put. */
  #line = $state.raw<Picks>([]);

  /** The decision that the reader answers now. */
  readonly decision = $derived.by(() => this.joined?.decision ?? this.#match.decision);
  readonly placed = $derived.by(() => this.#placed());
  readonly #narrowed = $derived(narrowed(this.placed, this.touched));

  /** The places that can be touched now. */
  readonly lit = $derived.by(() => (this.#match.isSending ? new Set<string>() : this.#narrowed.lit));
  /** The places of what is picked or touched, with how often. */
  readonly picked = $derived.by(() => this.#picked());
  /** The numbers of the options at each lit place, as the list shows them. */
  readonly numbersAt = $derived.by(() => this.#numbersAt());
  /** The options that are still meant; all of them before anything is touched. */
  readonly meant = $derived(
    this.touched.length === 0 ? undefined : new Set(this.#narrowed.meant.map(({ option }) => option.id)),
  );

  /** The places of options whose order is asked, as they lie now; empty while none is. */
  readonly order = $derived.by(() => this.#line.flatMap((id) => this.#placeOf(id) ?? []));

  constructor(match: LiveMatch, drawing: () => AnyDrawing | undefined) {
    this.#match = match;
    this.#drawing = drawing;
  }

  /** Begin again if another decision is open; returns whether one was. */
  follow(decision: Decision | undefined): boolean {
    if (decision === this.#asked) return false;
    const wasPicking = (this.picks.length > 0 || this.touched.length > 0) && !this.#hasSent;
    this.#hasSent = false;
    this.joined = undefined;
    this.wasOtherwise = wasPicking && decision !== undefined;
    this.pointed = undefined;
    this.#asked = decision;
    this.picks = [];
    this.touched = [];
    this.menu = undefined;
    this.#line = decision !== undefined && asksOrder(decision) ? decision.options.map(({ id }) => id) : [];
    this.numbers = decision?.quantities.map((_, index) => Number(decision.defaultNumbers[index] ?? 0n)) ?? [];
    if (decision !== undefined && decision.quantities.length > 0) this.#numbered.set(decision.kind, decision);
    const then = this.#then;
    this.#then = undefined;
    if (then !== undefined && then.kind === decision?.kind) untrack(() => this.drag({ touches: [then.place] }));
    return wasPicking && decision !== undefined;
  }

  /** Show where a piece may go that is held. */
  lift(from: string): void {
    this.#then = undefined;
    this.menu = undefined;
    const isSource = this.placed.some(({ places }) => places !== undefined && "path" in places && places.path[0] === from);
    if (isSource) this.touched = [from];
  }

  /** A piece is held no longer; nothing changes if it was let go nowhere. */
  letGo(drop: Drop | undefined): void {
    this.touched = [];
    if (drop !== undefined) this.drag(drop);
  }

  /** Put the option of a place where that of another one lies, in a decision that asks for their order. */
  put(place: string, at: string): void {
    const [option] = optionsAt(this.placed, place);
    const [other] = optionsAt(this.placed, at);
    if (option === undefined || other === undefined || this.#match.isSending) return;
    // What is picked already comes first, as it would with clicks.
    const line = [...this.picks, ...this.#line.filter((id) => !this.picks.includes(id))];
    this.#line = this.picks = withPut(line, option.option.id, other.option.id);
  }

  /** Touch the places of a drag as clicks would, and answer where one pick is enough. */
  drag({ touches, then }: Drop): void {
    const decision = this.#match.decision;
    if (decision === undefined) return;
    const [from, to] = touches;
    if (this.#line.length > 0) return from !== undefined && to !== undefined ? this.put(from, to) : undefined;
    // A drag means what it does: the finger needs no second touch.
    this.isByFinger = false;
    if (decision.maxPicks === 1) this.picks = [];
    for (const place of touches) if (this.lit.has(place)) this.touch(place);
    if (!settings.choices.answerByClick) return;
    if (!this.#match.isSending && decision.maxPicks === 1 && this.picks.length === 1) this.answer();
    if (this.#match.isSending || this.menu !== undefined) this.#then = then;
  }

  /** Pick an option, and set the numbers that are asked next before it is sent; see Look.join. */
  join(place: string, kind: string): boolean {
    const asked = this.#match.decision;
    const known = this.#numbered.get(kind);
    const [here] = optionsAt(this.placed, place);
    if (asked === undefined || known === undefined || here === undefined || this.#match.isSending) return false;
    const { option } = here;
    if (this.joined === undefined) this.numbers = known.defaultNumbers.map(Number);
    this.picks = [option.id];
    this.joined = { option, decision: { ...known, id: asked.id, text: option.text, about: option.move } };
    return true;
  }

  /** A place of the drawing was touched; `isAway` takes one away. */
  touch(place: string, isAway = false): void {
    const decision = this.#match.decision;
    if (decision === undefined || this.#match.isSending) return;
    this.#then = undefined;
    const here = optionsAt(this.placed, place);
    if (here.length === 1 && here[0]) this.choose(here[0].option, isAway);
    else if (here.length > 1) this.menu = { place, options: here };
    else if (this.touched.includes(place)) this.touched = this.touched.filter((one) => one !== place);
    else if (this.lit.has(place)) this.#go([...this.touched, place]);
  }

  /** An option was chosen, in the list or at its place. */
  choose(option: Option, isAway = false): void {
    const decision = this.#match.decision;
    if (decision === undefined || this.#match.isSending) return;
    if (this.menu === undefined) this.#then = undefined;
    this.menu = undefined;
    this.joined = undefined;
    const wasPicked = countOf(this.picks, option.id) > 0;
    this.picks = isAway ? without(this.picks, option.id) : withClick(decision, this.picks, option);
    this.touched = [];
    if (this.#line.length > 0 && isComplete(decision, this.picks)) this.#line = this.picks;
    if (!answersByOneClick(decision)) return;
    if ((this.isByFinger || !settings.choices.answerByClick) && !wasPicked) return;
    if (wasPicked) this.picks = [option.id];
    this.answer();
  }

  /** Send what is picked. */
  answer(): void {
    const decision = this.#match.decision;
    if (decision === undefined || this.#match.isSending) return;
    this.#hasSent = true;
    const numbers = this.numbers.map((number) => BigInt(Math.round(number)));
    if (this.joined !== undefined) this.#match.pickAndNumber(this.picks, numbers);
    else if (decision.quantities.length > 0) this.#match.number(numbers);
    else this.#match.pick(this.picks);
  }

  /** Take an offer. */
  offer(option: Option): void {
    this.only(option);
  }

  /** Answer with this option alone. */
  only(option: Option): void {
    if (this.#match.isSending) return;
    this.#hasSent = true;
    this.#match.pick([option.id]);
  }

  point(option: Option | undefined): void {
    this.pointed = option;
  }

  setNumber(index: number, number: number): void {
    this.numbers = this.numbers.map((old, at) => (at === index ? number : old));
  }

  /** A number of the decision in words, where the drawing has words for it. */
  sayNumber(name: string, number: number): string | undefined {
    const drawing = this.#drawing();
    const view = this.#match.view;
    if (drawing?.sayNumber === undefined || view === undefined) return undefined;
    return drawing.sayNumber(name, number, drawing.decodeView(view));
  }

  /** Put down what was touched last, or take the last pick away; returns whether there was anything. */
  back(): boolean {
    this.#then = undefined;
    if (this.menu !== undefined) this.menu = undefined;
    else if (this.joined !== undefined) {
      this.joined = undefined;
      this.picks = [];
    } else if (this.touched.length > 0) this.touched = this.touched.slice(0, -1);
    else if (this.picks.length > 0) this.picks = this.picks.slice(0, -1);
    else return false;
    return true;
  }

  #go(touched: readonly string[]): void {
    const decision = this.#match.decision;
    const { meant, exact } = narrowed(this.placed, touched);
    this.touched = touched;
    if (decision === undefined) return;
    if (exact !== undefined && meant.length === 1) this.choose(exact.option);
    else if (exact !== undefined && decision.maxPicks === 1) this.picks = [exact.option.id];
    else if (decision.maxPicks === 1) this.picks = [];
  }

  #placed(): readonly Placed[] {
    const decision = this.#match.decision;
    const drawing = this.#drawing();
    const view = this.#match.view;
    if (decision === undefined) return [];
    if (drawing === undefined || view === undefined) {
      return decision.options.map((option, index) => ({ option, number: index + 1, places: undefined }));
    }
    const seen = drawing.decodeView(view);
    const about = decision.about.length > 0 ? drawing.decodeMove(decision.about) : undefined;
    return decision.options.map((option, index) => {
      const places = drawing.placesOf(drawing.decodeMove(option.move), decision.kind, seen, decision, about);
      return { option, number: index + 1, places };
    });
  }

  #placeOf(id: number): string | undefined {
    const places = this.placed.find(({ option }) => option.id === id)?.places;
    return places !== undefined && "one" in places ? places.one : undefined;
  }

  #picked(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const { option, places } of this.placed) {
      const count = countOf(this.picks, option.id);
      if (count === 0 || places === undefined) continue;
      const all = "one" in places ? [places.one] : "path" in places ? places.path : places.set;
      for (const place of all) found.set(place, (found.get(place) ?? 0) + count);
    }
    for (const place of this.touched) found.set(place, Math.max(1, found.get(place) ?? 0));
    return found;
  }

  #numbersAt(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const isOrdered = this.#match.decision?.ordered === true;
    for (const { option, number, places } of this.#narrowed.meant) {
      if (places === undefined || "set" in places) continue;
      const place = "one" in places ? places.one : places.path[this.touched.length];
      if (place === undefined) continue;
      // Where the order of picks counts, what is picked shows its place in it.
      const order = isOrdered ? this.picks.indexOf(option.id) : -1;
      found.set(place, order >= 0 ? `${order + 1}.` : found.has(place) ? "…" : String(number));
    }
    return found;
  }
}
