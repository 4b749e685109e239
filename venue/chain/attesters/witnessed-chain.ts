// What an attester sees of the chain by its own nodes: the time there, and what the vault has done with a withdrawal.

import { type AskedVault, askVault, TOKEN_HASH } from "../vault/ask-vault.ts";
import { isDoneAt } from "../vault/used-numbers.ts";
import type { WitnessedChain } from "./witness.ts";

export function witnessedChain(asked: AskedVault): WitnessedChain {
  const { reader } = asked;
  return {
    now: async () => (await reader.head()).timestamp,
    state: async () => {
      const [net, , exitsOpen] = await askVault(asked, "tokenState", [TOKEN_HASH], (await reader.head()).number);
      return { net, exitsOpen };
    },
    isDone: async (terms) => isDoneAt(asked, terms, (await reader.head()).number),
  };
}
