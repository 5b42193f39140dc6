// Times as a screen reader says them.

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Returns a time in its two largest units: "1 minute 48 seconds", "2 дня 4 часа". */
export function spokenTime(ms: number, language: string): string {
  let seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    seconds -= count * length;
    if (count > 0 && parts.length < 2) parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
    else if (parts.length > 0) break;
  }
  return parts.join(" ") || new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "long" }).format(0);
}
