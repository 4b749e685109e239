// What an attester sees of the chain through its own nodes: the chain's time, what its vault and the former ones have
// done with a withdrawal, and the funds left in the former ones.

import type { Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { askVault, TOKEN_HASH } from "../vault/ask-vault.ts";
import { fundsAt } from "../vault/funds-at-block.ts";
import { isDoneInAny } from "../vault/used-vault-nonces.ts";
import type { WitnessedChain } from "./attester-judgement.ts";

interface WitnessedVaults {
  readonly reader: ChainReader;
  readonly vault: Hex;
  readonly formers: readonly Hex[];
}

export function witnessedChain({ reader, vault, formers }: WitnessedVaults): WitnessedChain {
  const asked = { reader, vault };
  const before = formers.map((each) => ({ reader, vault: each }));
  return {
    now: async () => (await reader.head()).timestamp,
    state: async () => {
      const [net, , exitsOpen] = await askVault(asked, "tokenState", [TOKEN_HASH], (await reader.head()).number);
      return { net, exitsOpen };
    },
    isDone: async (terms) => isDoneInAny([asked, ...before], terms, (await reader.head()).number),
    isDoneFormerly: async (terms) => isDoneInAny(before, terms, (await reader.head()).number),
    closing: async (former) => {
      const { number } = await reader.head();
      const from = { reader, vault: former };
      const [successor, funds] = await Promise.all([askVault(from, "successor", [], number), fundsAt(from, number)]);
      return { successor: successor.toLowerCase() as Hex, funds };
    },
  };
}
