import { expect, test } from "bun:test";
import type { RestClient } from "@evermark/client";
import { WalletFunding } from "./wallet-funding.ts";

const CHAIN_INFO = "/v1/public/chain_info";
const [ONE, TWO] = ["0x00000000000000000000000000000000000000a1", "0x00000000000000000000000000000000000000a2"];

/** One browser: what its pages store, and the locks that they share. */
function browser() {
  const stored = new Map<string, string>();
  const turns = new Map<string, Promise<unknown>>();
  return {
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    locks: {
      request(name: string, work: () => Promise<void>) {
        const turn = (turns.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
        turns.set(name, turn);
        return turn;
      },
    },
    stored,
  };
}

/** A venue whose chain is there, or whose connection breaks while it is still starting. */
function venue({ hasChain }: { hasChain: boolean }) {
  const funded: string[] = [];
  const rest = {
    async call({ path }: { path: string }, { body }: { body?: { address: string } }) {
      if (path === CHAIN_INFO && !hasChain) throw new Error("the page was closed");
      if (path === CHAIN_INFO) return { rows: [{ vault_address: ONE, trouble: null }] };
      funded.push(body!.address);
      return {};
    },
  } as unknown as RestClient;
  return { rest, funded };
}

test("a page that is loaded later funds the wallets that still waited for the chain, each once", async () => {
  const shared = browser();
  const early = venue({ hasChain: false });
  for (const wallet of [ONE, TWO]) {
    await expect(new WalletFunding(early.rest, shared).add(wallet!)).rejects.toThrow("closed");
  }
  const later = venue({ hasChain: true });
  // Two tabs at the same time.
  await Promise.all([1, 2].map(() => new WalletFunding(later.rest, shared).resume()));
  expect(later.funded).toEqual([ONE!, TWO!]);
  await new WalletFunding(later.rest, shared).resume();
  expect(later.funded).toHaveLength(2);
});

test("a new wallet is funded at once where the chain is there; an unreadable store holds none", async () => {
  const shared = browser();
  shared.stored.set("evermark.wallets-to-fund", "{");
  const { rest, funded } = venue({ hasChain: true });
  await new WalletFunding(rest, shared).resume();
  expect(funded).toEqual([]);
  await new WalletFunding(rest, shared).add(ONE!);
  expect(funded).toEqual([ONE!]);
});
