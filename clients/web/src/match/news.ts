// What has changed on the table since the reader's own last answer: the places whose words are others now.

/** The words of every place that is drawn, by the place's name. */
export type Snapshot = ReadonlyMap<string, string>;

export function snapshot(root: ParentNode): Snapshot {
  const found = new Map<string, string>();
  for (const element of root.querySelectorAll("[data-place]")) {
    found.set(element.getAttribute("data-place") ?? "", element.getAttribute("aria-label") ?? "");
  }
  return found;
}

/** The places that are new, or say something else than they did. */
export function changedSince(before: Snapshot, now: Snapshot): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [place, words] of now) if (before.get(place) !== words) changed.add(place);
  return changed;
}
