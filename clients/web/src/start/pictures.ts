// A picture of each game, for lists and cards. Games without one get a neutral field.

import "./pictures.css";

import agricola from "./pictures/agricola.svg";
import earth from "./pictures/earth.svg";
import other from "./pictures/other.svg";
import petrichor from "./pictures/petrichor.svg";
import sonora from "./pictures/sonora.svg";

const PICTURES: Readonly<Record<string, string>> = { agricola, earth, petrichor, sonora };

export const pictureOf = (game: string): string => PICTURES[game] ?? other;
