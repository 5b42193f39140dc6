// Films: pieces that slide to where they are in the new picture. The new picture is drawn first; a film only leads the
// eye to it, so cutting a film changes nothing.

import type { Step } from "../games/drawing";

/** Where something was on the screen before the new picture was drawn. */
export type Whence = ReadonlyMap<string, DOMRect>;

const BETWEEN_MS = 40;
const LONGEST_MS = 600;
const LONGEST_WAY_MS = 1_500;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** The element of a piece or place in a drawing. */
export function elementOf(root: ParentNode, name: string): Element | null {
  const quoted = CSS.escape(name);
  return root.querySelector(`[data-piece="${quoted}"]`) ?? root.querySelector(`[data-place="${quoted}"]`);
}

/** Where the steps begin, measured while the old picture is still there. */
export function measure(root: ParentNode, steps: readonly Step[]): Whence {
  const found = new Map<string, DOMRect>();
  for (const { from } of steps) {
    const element = from === undefined ? null : elementOf(root, from);
    if (from !== undefined && element !== null) found.set(from, element.getBoundingClientRect());
  }
  return found;
}

/** Play the steps in the new picture. Returns the function that cuts the film. */
export function play(root: ParentNode, steps: readonly Step[], whence: Whence): () => void {
  const running: Animation[] = [];
  steps.forEach((step, index) => {
    const element = elementOf(root, step.moves);
    if (element === null || typeof element.animate !== "function") return;
    const frames = framesOf(element, step, whence);
    if (frames === undefined) return;
    const longest = step.way === undefined ? LONGEST_MS : LONGEST_WAY_MS;
    const delay = step.way === undefined ? Math.min(index * BETWEEN_MS, LONGEST_MS / 2) : 0;
    running.push(
      element.animate(frames, {
        duration: Math.min(step.ms, longest),
        delay,
        easing: step.way === undefined ? EASE : "linear",
        fill: "backwards",
        composite: "transform" in (frames[0] ?? {}) ? "add" : "replace",
      }),
    );
  });
  return () => {
    for (const animation of running) animation.cancel();
  };
}

function framesOf(element: Element, step: Step, whence: Whence): Keyframe[] | undefined {
  if (step.way !== undefined) {
    return step.way.map(({ dx, dy, at }) => ({
      transform: `translate(${dx}px, ${dy}px)`,
      offset: Math.min(1, Math.max(0, at / Math.max(1, step.ms))),
    }));
  }
  if (step.from === undefined) return [{ opacity: 0 }, { opacity: 1 }];
  const before = whence.get(step.from);
  if (before === undefined) return undefined;
  const after = element.getBoundingClientRect();
  const scale = scaleOf(element);
  const dx = (before.x + before.width / 2 - after.x - after.width / 2) / scale;
  const dy = (before.y + before.height / 2 - after.y - after.height / 2) / scale;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return undefined;
  return [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0px, 0px)" }];
}

/** Pixels of the screen per unit of the drawing that holds the element. */
function scaleOf(element: Element): number {
  if (!(element instanceof SVGGraphicsElement) || !(element.parentNode instanceof SVGGraphicsElement)) return 1;
  return element.parentNode.getScreenCTM()?.a || 1;
}
