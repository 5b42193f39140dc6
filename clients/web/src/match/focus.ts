// Where the keyboard is: it begins at the first thing of a part that can be seen, and is not lost when that goes away.

/** A browser takes the focus from an element that can have it no longer a moment after the picture has changed. */
const FIXED_MS = 30;

/** Give the focus to the first of these elements that is shown. */
export function focusFirst(root: ParentNode | null | undefined, selector: string): void {
  const found = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])];
  found.find((one) => one.checkVisibility())?.focus();
}

/** The part of the page that a key was pressed in. */
export const partOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-part], .tbl") : null;

/** After the next picture, give the focus to this part if nothing has it any more, and keep what has it in sight. */
export function keepFocus(part: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const lost = part();
      const at = document.activeElement;
      // A longer question covers more of the table.
      if (lost !== null && at !== document.body) at?.scrollIntoView({ block: "nearest" });
      if (lost === null || at !== document.body) return;
      // The part itself can be gone, too: then the question has the focus, or the table.
      const parts = [lost, ...document.querySelectorAll<HTMLElement>("[data-part=dock], .tbl")];
      const next = parts.find((one) => one.isConnected && one.checkVisibility());
      if (next === undefined) return;
      if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }, FIXED_MS),
  );
}
