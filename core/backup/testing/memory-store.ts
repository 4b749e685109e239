// A place in memory. Anything may happen before an object is put, and the process may be killed at any moment.

import type { Store } from "../store.ts";

/** Thrown where the process was killed. */
export class StoreKilled extends Error {}

/** The place as one process sees it. */
export class MemoryStore implements Store {
  readonly place = "memory";
  #isDead = false;

  /**
   * @param objects the objects in the place
   * @param meanwhile what happens while this process waits for its place; throws `StoreKilled` to end the process there
   */
  constructor(
    private readonly objects: Map<string, Uint8Array>,
    private readonly meanwhile: () => Promise<void> = async () => {},
  ) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#wait();
    this.objects.set(name, bytes.slice());
    await this.#wait();
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    await this.#wait();
    return this.objects.get(name)?.slice();
  }

  async list(prefix: string): Promise<Map<string, number>> {
    await this.#wait();
    const named = [...this.objects].filter(([name]) => name.startsWith(prefix));
    return new Map(named.map(([name, bytes]) => [name, bytes.length]));
  }

  async delete(name: string): Promise<void> {
    await this.#wait();
    this.objects.delete(name);
  }

  close(): void {}

  async #wait(): Promise<void> {
    if (this.#isDead) throw new StoreKilled();
    await this.meanwhile().catch((error) => {
      this.#isDead = true;
      throw error;
    });
    // Another call of this process was killed in the meantime.
    if (this.#isDead) throw new StoreKilled();
  }
}
