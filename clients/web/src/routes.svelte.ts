// The addresses of the page's parts. They stand behind `#`, so that they never reach a server or its logs.

export type Route =
  | { readonly at: "start"; readonly part: string }
  | { readonly at: "tournaments" }
  | { readonly at: "tournament"; readonly id: string }
  | { readonly at: "ratings"; readonly pool: string; readonly season: string; readonly game: string; readonly seats: number }
  | { readonly at: "matches"; readonly query: string }
  | { readonly at: "operator"; readonly part: string; readonly id: string | undefined }
  | { readonly at: "match"; readonly id: string }
  | {
      readonly at: "replay";
      readonly id: string;
      readonly record: number | undefined;
      readonly seat: number | undefined;
      readonly isSpectator: boolean;
    };

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first, id = "", subject] = path.split("/");
  if (first === "operator") return { at: "operator", part: id, id: subject };
  if (first === "match" && id) return { at: "match", id };
  if (first === "replay" && id) {
    const wanted = new URLSearchParams(query);
    const seat = wanted.get("seat");
    return { at: "replay", id, record: numberOf(wanted.get("record")), seat: numberOf(seat), isSpectator: seat === "none" };
  }
  if (first === "matches") return { at: "matches", query };
  if (first === "ratings") {
    const wanted = new URLSearchParams(query);
    const text = (name: string): string => wanted.get(name) ?? "";
    return { at: "ratings", pool: text("pool"), season: text("season"), game: text("game"), seats: numberOf(wanted.get("seats")) ?? 0 };
  }
  if (first === "tournaments") return { at: "tournaments" };
  if (first === "tournament" && id) return { at: "tournament", id };
  return { at: "start", part: first === "watch" ? "watch" : "" };
}

/** Returns the code of an invitation to this server that an address holds; empty if it holds none. */
export function invitationIn(hash: string): string {
  const [first, code = ""] = hash.replace(/^#\/?/, "").split("/");
  return first === "invitation" ? decodeURIComponent(code) : "";
}

export class Router {
  route = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parse(location.hash);
    });
  }
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
