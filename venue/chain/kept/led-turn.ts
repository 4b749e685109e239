// Whose turn it is to look at a chain: that of the node that leads, from when it has what the one before it kept.

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

  /** @throws what the file system says */
  async isMine(): Promise<boolean> {
    if (!this.#leads()) {
      this.#isMine = false;
      return false;
    }
    // For all that look: what one of them keeps is not to be written over by what another takes.
    this.#taking ??= this.#isMine ? Promise.resolve(true) : this.#files.take();
    const taken = await this.#taking.finally(() => {
      this.#taking = null;
    });
    this.#isMine = taken && this.#leads();
    return this.#isMine;
  }

  /** A look is over. */
  async over(): Promise<void> {
    if (this.#isMine) await this.#files.share();
  }
}
