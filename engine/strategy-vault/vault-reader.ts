// Reading strategy vaults.

import type { State } from "../state.ts";
import type { VaultReader, VaultView } from "../views.ts";

export class StateVaultReader implements VaultReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get vaultIds(): readonly string[] {
    return [];
  }

  vault(_vaultId: string): VaultView | undefined {
    return undefined;
  }

  shares(_vaultId: string, _account: number): { readonly total: number; readonly available: number } {
    return { total: 0, available: 0 };
  }
}
