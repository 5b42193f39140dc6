// The options of a game as controls, by the descriptions that the server gives. No rule of a game is known here.

import type { OptionField } from "../generated/tilth/v1/lobby_pb";

/** The control for an option. `json` stands behind "More". */
export type ControlKind = "switch" | "segments" | "select" | "number" | "boxes" | "list" | "json";

const MOST_SEGMENTS = 5;

export function controlOf(field: OptionField): ControlKind {
  switch (field.kind) {
    case "bool":
      return "switch";
    case "int":
      return "number";
    case "choice":
      return field.choices.length <= MOST_SEGMENTS ? "segments" : "select";
    case "list of choice":
      return "boxes";
    case "string":
      return "json";
    default:
      return "list";
  }
}

/** Options by name, as they are written in settings. */
export type Settings = Readonly<Record<string, string>>;

export function valueOf(field: OptionField, settings: Settings): string {
  return settings[field.name] ?? field.default;
}

/** Returns the settings with one value changed; a value that is the usual one is left out. */
export function withValue(settings: Settings, field: OptionField, value: string): Settings {
  const { [field.name]: _before, ...rest } = settings;
  const written = field.kind.startsWith("list") ? itemsOf(value).join(",") : value.trim();
  return written === field.default || (written === "" && field.kind === "int") ? rest : { ...rest, [field.name]: written };
}

/** Returns the items of a list, written with commas or in lines. */
export function itemsOf(value: string): string[] {
  return value
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Returns the list with an item put in or taken out; items keep the order of `choices`. */
export function toggled(value: string, item: string, choices: readonly string[]): string {
  const items = new Set(itemsOf(value));
  if (!items.delete(item)) items.add(item);
  return choices.filter((choice) => items.has(choice)).join(",");
}

/** Returns what is wrong with a text that should be JSON; empty if nothing is. */
export function jsonFault(text: string): string {
  if (text.trim() === "") return "";
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
