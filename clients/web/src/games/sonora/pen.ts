// Pencil strokes. They are slightly irregular, by a hash of the place, so that the same mark always looks the same.

/** A number from -1 to 1 that depends on the place and a count alone. */
export function wobble(place: string, count: number): number {
  let hash = 2_166_136_261 ^ (count * 40_503);
  for (let index = 0; index < place.length; index += 1) hash = Math.imul(hash ^ place.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash >>> 8) % 2001) / 1000 - 1;
}

const round = (number: number): string => String(Math.round(number * 10) / 10);

/** A cross over a place, as a path. */
export function cross(place: string, x: number, y: number, half: number): string {
  const off = (count: number): number => wobble(place, count) * half * 0.22;
  const at = (dx: number, dy: number, count: number): string => `${round(x + dx * half + off(count))} ${round(y + dy * half + off(count + 1))}`;
  return `M${at(-1, -1, 0)}L${at(1, 1, 2)}M${at(1, -1, 4)}L${at(-1, 1, 6)}`;
}

/** A ring around a place, as a path that does not quite meet its begin. */
export function circle(place: string, x: number, y: number, across: number, down: number): string {
  const begin = wobble(place, 0) * 0.4;
  const points = Array.from({ length: 9 }, (_, index) => {
    const angle = begin + (index * Math.PI * 2.04) / 8;
    const stretch = 1 + wobble(place, index + 1) * 0.06;
    return { x: x + Math.cos(angle) * across * stretch, y: y + Math.sin(angle) * down * stretch };
  });
  const first = points[0];
  if (first === undefined) return "";
  let path = `M${round(first.x)} ${round(first.y)}`;
  for (let index = 1; index < points.length; index += 1) {
    const before = points[index - 2] ?? points[index - 1];
    const from = points[index - 1];
    const to = points[index];
    const after = points[index + 1] ?? to;
    if (before === undefined || from === undefined || to === undefined || after === undefined) continue;
    path += `C${round(from.x + (to.x - before.x) / 6)} ${round(from.y + (to.y - before.y) / 6)} `;
    path += `${round(to.x - (after.x - from.x) / 6)} ${round(to.y - (after.y - from.y) / 6)} ${round(to.x)} ${round(to.y)}`;
  }
  return path;
}

/** A stroke from one place to another, as a path. */
export function stroke(place: string, x: number, y: number, toX: number, toY: number): string {
  const bend = 1.6;
  const middle = `${round((x + toX) / 2 + wobble(place, 0) * bend)} ${round((y + toY) / 2 + wobble(place, 1) * bend)}`;
  return `M${round(x)} ${round(y)}Q${middle} ${round(toX)} ${round(toY)}`;
}
