// What the journal has booked of each account through one vault: deposits that it has credited, less what it has completed of
// withdrawals, fees included. The vault counts the same by itself, so what an account has beyond it is what only the journal knows.

import type { FundsEvent, Listener } from "@evermark/engine";
import { silent } from "@evermark/engine";
import type { AttestedVault } from "../attestation.ts";

/** As it is kept beside a snapshot. */
export interface KeptFlows {
  readonly net: readonly (readonly [account: number, micros: number])[];
  readonly hasFormer: boolean;
}

export class VaultFlows {
  /** Of all vaults of this chain, and of this one. */
  readonly #onChain: string;
  readonly #references: string;
  readonly #chainId: number;
  /** By main account, in millionths. */
  readonly #net: Map<number, number>;
  #hasFormer: boolean;

  /** @param kept what `kept` has given before */
  constructor({ chainId, vault }: AttestedVault, { net, hasFormer }: KeptFlows = { net: [], hasFormer: false }) {
    this.#onChain = `deposit:${chainId}:`;
    this.#references = `${this.#onChain}${vault}:`;
    this.#chainId = chainId;
    this.#net = new Map(net);
    this.#hasFormer = hasFormer;
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

  /**
   * Whether the journal has deposits of another vault on this chain. A withdrawal does not say which of them paid it, so what
   * is counted here is not this vault's alone.
   */
  get hasFormer(): boolean {
    return this.#hasFormer;
  }

  get kept(): KeptFlows {
    return { net: [...this.#net], hasFormer: this.#hasFormer };
  }

  #hear(event: FundsEvent): void {
    if (event.type === "deposit" && event.state === "COMPLETED" && event.reference.startsWith(this.#onChain)) {
      if (event.reference.startsWith(this.#references)) this.#move(event.account, event.amount);
      else this.#hasFormer = true;
    } else if (event.type === "withdrawal" && event.state === "COMPLETED" && event.chainId === this.#chainId) {
      this.#move(event.account, -event.amount);
    }
  }

  #move(account: number, amount: number): void {
    this.#net.set(account, this.of(account) + amount);
  }
}
