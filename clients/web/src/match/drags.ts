// Dragging a piece or a card to its place, with a mouse, a pen or a finger. A drag touches what clicks would touch; let go
// over anything else it changes nothing. Loaded when a table is there already.

import type { Drop } from "../games/drawing";

export type Drops = ReadonlyMap<string, Drop>;

export interface DragTargets {
  /** The places where a piece may be let go, by name; empty if it cannot be dragged. */
  readonly dropsOf: (from: string) => Drops;
  /** A piece is held: show where it may go. */
  readonly lift: (from: string) => void;
  /** It is held no longer, and goes where it was let go; nowhere if that is undefined. */
  readonly letGo: (drop: Drop | undefined) => void;
}

/** A press that moves less than this is a click. */
const FAR_PX = 8;
/** A finger on a card that can be scrolled away holds it after this time. */
const HOLD_MS = 250;
/** So near to its upper or lower edge the table scrolls, by so much each time. */
const EDGE_PX = 36;
const SCROLL_PX = 10;
const SCROLL_MS = 20;

interface Press {
  readonly id: number;
  readonly from: string;
  readonly element: HTMLElement | SVGElement;
  readonly drops: Drops;
  readonly x: number;
  readonly y: number;
  isHeld: boolean;
}

export class Drags {
  readonly #table: HTMLElement;
  readonly #targets: DragTargets;
  #press: Press | undefined;
  #ghost: Ghost | undefined;
  #over: Element | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scrolling: ReturnType<typeof setInterval> | undefined;
  #scrollBy = 0;
  #wasDragged = false;

  constructor(table: HTMLElement, targets: DragTargets) {
    this.#table = table;
    this.#targets = targets;
  }

  /** Watch the table; returns the function that ends this. */
  watch(): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    const table = this.#table;
    table.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    table.addEventListener("pointermove", (event) => this.#move(event), { signal });
    table.addEventListener("pointerup", (event) => this.#up(event), { signal });
    table.addEventListener("pointercancel", () => this.#forget(), { signal });
    // A finger that holds a piece does not scroll.
    table.addEventListener("touchmove", (event) => this.#press?.isHeld && event.preventDefault(), { signal, passive: false });
    table.addEventListener("contextmenu", (event) => this.#ghost && event.preventDefault(), { signal });
    table.addEventListener("click", (event) => this.#click(event), { signal, capture: true });
    addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    return () => {
      this.#forget();
      ending.abort();
    };
  }

  #down(event: PointerEvent): void {
    this.#forget();
    this.#wasDragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const found = this.#source(event.target);
    if (found === undefined) return;
    const isHeld = event.pointerType === "mouse" || found.element instanceof SVGElement;
    this.#press = { ...found, id: event.pointerId, x: event.clientX, y: event.clientY, isHeld };
    if (!isHeld) this.#timer = setTimeout(() => this.#begin(), HOLD_MS);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press === undefined || press.id !== event.pointerId) return;
    if (this.#ghost === undefined) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR_PX) return;
      // A finger that moves before it holds scrolls.
      if (!press.isHeld) return this.#forget();
      this.#begin();
    }
    this.#ghost?.move(event.clientX - press.x, event.clientY - press.y);
    this.#mark(this.#target(event)?.element);
    const { top, bottom } = this.#table.getBoundingClientRect();
    const isInside = event.clientY > top && event.clientY < bottom;
    this.#scrollBy = !isInside ? 0 : event.clientY < top + EDGE_PX ? -SCROLL_PX : event.clientY > bottom - EDGE_PX ? SCROLL_PX : 0;
    // On a phone the place to go to may lie behind a tab.
    const under = document.elementFromPoint(event.clientX, event.clientY);
    under?.closest<HTMLElement>(".phonetabs [aria-current=false]")?.click();
  }

  #up(event: PointerEvent): void {
    const isDragged = this.#ghost !== undefined && this.#press?.id === event.pointerId;
    const target = isDragged ? this.#target(event) : undefined;
    if (target !== undefined) this.#end(target.drop);
    else this.#forget();
  }

  #key(event: KeyboardEvent): void {
    if (this.#ghost === undefined || event.key !== "Escape") return;
    event.stopPropagation();
    this.#forget();
  }

  /** Swallow the click that a browser makes of the end of a drag. */
  #click(event: MouseEvent): void {
    if (this.#wasDragged) event.stopPropagation();
    this.#wasDragged = false;
  }

  #begin(): void {
    const press = this.#press;
    if (press === undefined) return;
    press.isHeld = true;
    this.#ghost = new Ghost(press.element, this.#table);
    getSelection()?.removeAllRanges();
    this.#table.classList.add("dragging");
    // The piece may be hidden on the way, and the events must go on.
    this.#table.setPointerCapture(press.id);
    this.#scrollBy = 0;
    this.#scrolling = setInterval(() => this.#scrollBy !== 0 && this.#table.scrollBy(0, this.#scrollBy), SCROLL_MS);
    this.#targets.lift(press.from);
  }

  #forget(): void {
    this.#end(undefined);
  }

  #end(drop: Drop | undefined): void {
    clearTimeout(this.#timer);
    clearInterval(this.#scrolling);
    this.#press = undefined;
    this.#mark(undefined);
    if (this.#ghost === undefined) return;
    this.#wasDragged = true;
    this.#ghost.remove();
    this.#ghost = undefined;
    this.#table.classList.remove("dragging");
    this.#targets.letGo(drop);
  }

  #mark(element: Element | undefined): void {
    if (element === this.#over) return;
    this.#over?.classList.remove("over");
    element?.classList.add("over");
    this.#over = element;
  }

  #source(target: EventTarget | null): { from: string; element: HTMLElement | SVGElement; drops: Drops } | undefined {
    for (let at = target instanceof Element ? target : null; at !== null && at !== this.#table; at = at.parentElement) {
      const from = namesOf(at).find((name) => this.#targets.dropsOf(name).size > 0);
      if (from !== undefined && (at instanceof HTMLElement || at instanceof SVGElement))
        return { from, element: at, drops: this.#targets.dropsOf(from) };
      if (at instanceof HTMLButtonElement) return undefined;
    }
    return undefined;
  }

  #target(event: PointerEvent): { element: Element; drop: Drop } | undefined {
    for (let at = document.elementFromPoint(event.clientX, event.clientY); at !== null; at = at.parentElement) {
      for (const name of namesOf(at)) {
        const drop = this.#press?.drops.get(name);
        if (drop !== undefined) return { element: at, drop };
      }
    }
    return undefined;
  }
}

/** The names under which an element can be dragged or let go on. */
function namesOf(element: Element): readonly string[] {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return [];
  const { place, piece, drop } = element.dataset;
  return [place, piece, drop].filter((name) => name !== undefined);
}

/** A picture of a piece that follows the pointer. */
class Ghost {
  readonly #element: Element & ElementCSSInlineStyle;
  readonly #x: number;
  readonly #y: number;

  constructor(of: HTMLElement | SVGElement, table: HTMLElement) {
    const box = of.getBoundingClientRect();
    const copy = of.cloneNode(true) as HTMLElement | SVGElement;
    for (const one of [copy, ...copy.querySelectorAll("*")])
      for (const name of ["id", "data-place", "data-piece", "data-drop", "role", "tabindex", "aria-label", "aria-pressed"])
        one.removeAttribute(name);
    this.#element = of instanceof SVGGraphicsElement && copy instanceof SVGElement ? framed(of, copy) : (copy as HTMLElement);
    this.#element.classList.add("ghost");
    this.#element.setAttribute("aria-hidden", "true");
    this.#element.setAttribute("inert", "");
    this.#element.style.width = `${box.width}px`;
    this.#element.style.height = `${box.height}px`;
    // Beside the drawing's own parts, where its colours are known.
    (of.closest(".tbl > div") ?? table).append(this.#element);
    const { x, y } = this.#element.getBoundingClientRect();
    this.#x = box.x - x;
    this.#y = box.y - y;
    this.move(0, 0);
  }

  move(dx: number, dy: number): void {
    this.#element.style.transform = `translate(${this.#x + dx}px, ${this.#y + dy}px)`;
  }

  remove(): void {
    this.#element.remove();
  }
}

/** Returns a picture of its own with the copy of a part of a drawing. */
function framed(of: SVGGraphicsElement, copy: SVGElement): SVGSVGElement {
  const { x, y, width, height } = of.getBBox();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.removeAttribute("transform");
  svg.append(copy);
  return svg;
}
