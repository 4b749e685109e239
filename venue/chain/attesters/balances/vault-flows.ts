// What the journal has booked of each account through one vault: deposits that it has credited, less what it has completed of
// withdrawals, fees included. The vault counts the same by itself, so what an account has beyond it is what only the journal knows.

import type { FundsEvent, Listener } from "@evermark/engine";
import { silent } from "@evermark/engine";
import type { AttestedVault } from "../attestation.ts";

export class VaultFlows {
  readonly #references: string;
  readonly #chainId: number;
  /** By main account, in millionths. */
  readonly #net: Map<number, number>;

  /** @param kept what `kept` has given before */
  constructor({ chainId, vault }: AttestedVault, kept: readonly (readonly [number, number])[] = []) {
    this.#references = `deposit:${chainId}:${vault}:`;
    this.#chainId = chainId;
    this.#net = new Map(kept);
  }

  /** Hears the engine repeat the journal, from the first command on. */
  readonly listener: Listener = { ...silent, funds: (event) => this.#hear(event) };

  of(account: number): number {
    return this.#net.get(account) ?? 0;
  }

  get total(): number {
    let total = 0;
    for (const net of this.#net.values()) total += net;
    return total;
  }

  get kept(): readonly (readonly [number, number])[] {
    return [...this.#net];
  }

  #hear(event: FundsEvent): void {
    if (event.type === "deposit" && event.state === "COMPLETED" && event.reference.startsWith(this.#references)) {
      this.#move(event.account, event.amount);
    } else if (event.type === "withdrawal" && event.state === "COMPLETED" && event.chainId === this.#chainId) {
      this.#move(event.account, -event.amount);
    }
  }

  #move(account: number, amount: number): void {
    this.#net.set(account, this.of(account) + amount);
  }
}
