// Soft hyphens for long words: not every browser has dictionaries for `hyphens: auto`.

const SOFT = "\u00AD";
const VOWEL = "[аеёиоуыэюя]";
const CONSONANT = "[бвгджзклмнпрстфхцчшщ]";
const ANY = "[а-яё]";
const LONG = 8;

/** The places where a Russian word may be broken: around й, ь and ъ, and between syllables. */
const BREAKS: readonly RegExp[] = [
  `([йьъ])(${ANY}${ANY})`,
  `(${VOWEL})(${VOWEL}${ANY})`,
  `(${VOWEL}${CONSONANT})(${CONSONANT}${VOWEL})`,
  `(${CONSONANT}${VOWEL})(${CONSONANT}${VOWEL})`,
  `(${VOWEL}${CONSONANT})(${CONSONANT}${CONSONANT}${VOWEL})`,
  `(${VOWEL}${CONSONANT}${CONSONANT})(${CONSONANT}${CONSONANT}${VOWEL})`,
].map((pattern) => new RegExp(pattern, "gi"));

const known = new Map<string, string>();

/** Between two consonants of an English word that are no digraph and begin no blend. */
const ENGLISH = /([aeiouy](?![cgpstw]h|ck|ng)[b-df-hj-np-tv-z])(?=(?:(?<=l)l|(?<=r)r|[b-df-hjkm-np-qstv-z])[aeiouy])/gi;
const LONG_ENGLISH = 10;

/** Put soft hyphens into the long words of a name. */
export function hyphenated(name: string): string {
  let found = known.get(name);
  if (found === undefined) {
    found = name
      .replace(/[а-яё]+/gi, (word) => (word.length < LONG ? word : broken(word)))
      .replace(/[a-z]+/gi, (word) => (word.length < LONG_ENGLISH ? word : word.replace(ENGLISH, `$1${SOFT}`)));
    known.set(name, found);
  }
  return found;
}

function broken(word: string): string {
  let made = word;
  // Twice, because the matches of one pass don't overlap.
  for (const pattern of [...BREAKS, ...BREAKS]) made = made.replace(pattern, `$1${SOFT}$2`);
  return withoutEdges(made);
}

/** No break leaves a single letter at the begin or at the end of a line. */
function withoutEdges(word: string): string {
  const parts = word.split(SOFT);
  while (parts.length > 1 && (parts[0]?.length ?? 0) < 2) parts.splice(0, 2, `${parts[0]}${parts[1]}`);
  while (parts.length > 1 && (parts.at(-1)?.length ?? 0) < 2) parts.splice(-2, 2, `${parts.at(-2)}${parts.at(-1)}`);
  return parts.join(SOFT);
}
