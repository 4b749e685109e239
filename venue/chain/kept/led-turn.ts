// Whose turn it is to look at a chain: the leading node's, once it has taken over the files of its predecessor.

import type { SharedFiles } from "./shared-files.ts";

export class LedTurn {
  readonly #leads: () => boolean;
  readonly #files: Pick<SharedFiles, "take" | "share">;
  #isMine = false;
  #taking: Promise<boolean> | null = null;

  constructor(leads: () => boolean, files: Pick<SharedFiles, "take" | "share">) {
    this.#leads = leads;
    this.#files = files;
  }

  /** @throws errors of the file system */
  async isMine(): Promise<boolean> {
    if (!this.#leads()) {
      this.#isMine = false;
      return false;
    }
    // Shared by all concurrent callers: one must not overwrite by taking over what another has just stored.
    this.#taking ??= this.#isMine ? Promise.resolve(true) : this.#files.take();
    const taken = await this.#taking.finally(() => {
      this.#taking = null;
    });
    this.#isMine = taken && this.#leads();
    return this.#isMine;
  }

  /** A look is over: its files are shared. */
  async over(): Promise<void> {
    if (this.#isMine) await this.#files.share();
  }
}
