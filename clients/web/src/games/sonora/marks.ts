// The shapes of the seats, in a box of 16: as the rows of players show them.

const MARKS = [
  "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z",
  "M8 1.5 15 14H1z",
  "M2 2h12v12H2z",
  "M8 .8 15.2 8 8 15.2.8 8z",
] as const;

export const markOf = (seat: number): string => MARKS[seat % MARKS.length] ?? MARKS[0];
