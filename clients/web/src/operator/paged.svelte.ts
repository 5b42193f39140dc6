// A list that the server gives in pages. It is read again after each deed, as far as it was shown.

import { untrack } from "svelte";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextPageToken: string;
}

const PAGE = 50;
/** The longest page that the server gives. */
const LONGEST = 500;

export class Paged<Row> {
  rows = $state.raw<readonly Row[]>([]);
  isRead = $state(false);
  hasMore = $state(false);
  failure = $state("");
  #token = "";
  #turn = 0;
  readonly #read: (pageSize: number, pageToken: string) => Promise<Page<Row>>;

  constructor(read: (pageSize: number, pageToken: string) => Promise<Page<Row>>) {
    this.#read = read;
  }

  /** Read the list again. What came before stands until the reply is there; an older reply that comes later is dropped. */
  async again(): Promise<void> {
    // Whoever reads the list in an effect does not want to read it again because it has come.
    const shown = untrack(() => Math.min(LONGEST, Math.max(PAGE, this.rows.length)));
    await this.#take(shown, "", []);
  }

  async more(): Promise<void> {
    await this.#take(PAGE, this.#token, this.rows);
  }

  async #take(size: number, token: string, before: readonly Row[]): Promise<void> {
    const turn = ++this.#turn;
    try {
      const page = await this.#read(size, token);
      if (turn !== this.#turn) return;
      this.rows = [...before, ...page.rows];
      this.#token = page.nextPageToken;
      this.hasMore = page.nextPageToken !== "";
      this.isRead = true;
      this.failure = "";
    } catch (error) {
      if (turn === this.#turn) this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}
