// The sandbox's own chains across versions of the program.

import { expect, test } from "bun:test";
import { receiverFactoryOf } from "@evermark/contracts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { silentLog } from "../../testing/kept-log.ts";
import { findAnvil } from "../local-node/anvil-program.ts";
import { findChain } from "./find-chain.ts";
import { LocalPlace, LocalReceiverChain } from "./local-receiver-chain.ts";

test("a chain of an earlier version with another factory gets the factory that addresses now follow from", async () => {
  using directory = temporaryDirectory();
  const place = new LocalPlace(directory.path);
  const parts = { chainId: 42161, program: findAnvil()!, log: silentLog, onDurable() {}, onRestart() {} };
  const before = new LocalReceiverChain({ ...parts, place });
  await before.open();
  await before.stop();
  const treasury = `0x${"7e".repeat(20)}` as const;
  const next = { ...place, treasury, factory: receiverFactoryOf(treasury) };
  const after = new LocalReceiverChain({ ...parts, place: next });
  try {
    const { reader } = await after.open();
    const { tokens, factory } = next;
    const found = await findChain(reader, { chainId: 42161, factory, treasury, tokens, confirmations: 1 });
    expect(found.treasury).toBe(treasury);
    // Its tokens are the earlier ones.
    expect(found.tokens.map(({ address }) => address)).toEqual(
      tokens.map(({ address }) => address.toLowerCase() as never),
    );
  } finally {
    await after.stop();
  }
});
