// The games of the server for a page of one match. Until they are there, a game's own name stands for its title.

import type { Game } from "../generated/tilth/v1/lobby_pb";
import { listGames } from "./games";

export class KnownGames {
  list = $state.raw<readonly Game[]>([]);

  fetch(): void {
    listGames().then((found) => (this.list = found), () => undefined);
  }
}
