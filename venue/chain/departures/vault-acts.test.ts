import { expect, test } from "bun:test";
import { vaultAbi } from "@evermark/contracts";
import { type Hex, pad, toEventSelector } from "viem";
import { TOKEN_HASH } from "../vault/ask-vault.ts";
import { readVaultActs } from "./vault-acts.ts";

const VAULT: Hex = `0x${"a".repeat(40)}`;

test("any event of the vault counts as an act of its owner, except those known to be harmless", () => {
  const place = { block: 1, blockHash: "0x", transaction: "0x", index: 0, data: "0x" } as const;
  const known = vaultAbi.flatMap((item) => {
    if (item.type !== "event" || item.name === "AccountWithdraw" || item.name === "WithdrawQueued") return [];
    const log = { ...place, address: VAULT, topics: [toEventSelector(item)] };
    return readVaultActs([log], [VAULT]).length === 0 ? [item.name] : [];
  });
  const harmless = ["AccountDelegate", "AccountDepositTo", "BalancesPublished", "Funded", "WithdrawFailed"] as const;
  expect(known.sort()).toEqual([...harmless]);
  // A log of another address is not the vault's, whatever it looks like.
  const topics = [toEventSelector("Funded(address,bytes32,uint128)")];
  const [act] = readVaultActs([{ ...place, address: `0x${"b".repeat(40)}`, topics }], [VAULT]);
  expect(act).toMatchObject({ kind: "act", name: topics[0] });
});

test("funds moving from a former vault to the venue's own are harmless, and to any other address are an act", () => {
  const [former, stranger] = [`0x${"c".repeat(40)}`, `0x${"d".repeat(40)}`] as const;
  const moved = (from: Hex, to: Hex) => {
    const topics = [toEventSelector("Moved(bytes32,address,uint128)"), TOKEN_HASH, pad(to)];
    return { block: 1, blockHash: "0x", transaction: "0x", index: 0, data: pad("0x1"), address: from, topics } as const;
  };
  const acts = (log: ReturnType<typeof moved>) => readVaultActs([log], [VAULT, former]).map((act) => act.kind);
  expect(acts(moved(former, VAULT))).toEqual([]);
  expect(acts(moved(former, stranger))).toEqual(["act"]);
  expect(acts(moved(VAULT, stranger))).toEqual(["act"]);
});
