// The keys [ and ]: another seat's things are shown large, one seat after the other.

/**
 * Returns the seat whose things a key shows, among so many seats; undefined if it is another key, or there is no other seat.
 * The keys are told by their place, so that they are the same for every layout.
 */
export function leafed(event: KeyboardEvent, shown: number, seats: number): number | undefined {
  const by = event.code === "BracketRight" ? 1 : event.code === "BracketLeft" ? -1 : 0;
  const isTyped = event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
  if (event.defaultPrevented || by === 0 || seats < 2 || isTyped || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return (shown + by + seats) % seats;
}
