// Whether the server can be reached, as the page's single calls and its stream find it.

class Reach {
  /** The time of the next attempt, by performance.now(); undefined while the server is reached. */
  retryAt = $state<number>();
  #retries = new Set<() => void>();

  found(): void {
    this.retryAt = undefined;
    this.#retries.clear();
  }

  missed(pauseMs: number, retry: () => void): void {
    this.retryAt = performance.now() + pauseMs;
    this.#retries.add(retry);
  }

  retryNow(): void {
    const retries = [...this.#retries];
    this.#retries.clear();
    for (const retry of retries) retry();
  }
}

export const reach = new Reach();
