import { expect, test } from "bun:test";
import { vaultAbi } from "@evermark/contracts";
import { type Hex, toEventSelector } from "viem";
import { readVaultActs } from "./vault-acts.ts";

const VAULT: Hex = `0x${"a".repeat(40)}`;

test("whatever the vault can say is an act of its owner, but for what is known to be harmless", () => {
  const place = { block: 1, blockHash: "0x", transaction: "0x", index: 0, data: "0x" } as const;
  const known = vaultAbi.flatMap((item) => {
    if (item.type !== "event" || item.name === "AccountWithdraw" || item.name === "WithdrawQueued") return [];
    const log = { ...place, address: VAULT, topics: [toEventSelector(item)] };
    return readVaultActs([log], VAULT).length === 0 ? [item.name] : [];
  });
  expect(known.sort()).toEqual(["BalancesPublished", "Funded", "WithdrawFailed"]);
  // What another address says is no word of the vault's, whatever it looks like.
  const topics = [toEventSelector("Funded(address,bytes32,uint128)")];
  const [act] = readVaultActs([{ ...place, address: `0x${"b".repeat(40)}`, topics }], VAULT);
  expect(act).toMatchObject({ kind: "act", name: topics[0] });
});
