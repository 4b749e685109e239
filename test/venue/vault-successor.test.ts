// Which vaults can and can't succeed a vault, as judged by `evermark vault move`, a venue at its start and `evermark
// doctor` on a real node.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { hashOfText, vaultAbi } from "@evermark/contracts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import { requireClosed } from "@evermark/venue/chain/vault/closed-vaults.ts";
import { type Hex, zeroAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { evermark } from "./outside/evermark-command.ts";

let chain: VaultChain;
let former: Hex;
let next: Hex;
let twin: Hex;

beforeAll(async () => {
  chain = await startVaultChain();
  former = lower(chain.vault);
  next = lower((await chain.anotherVault("SVC-2")).vault);
  twin = lower((await chain.anotherVault("SVC")).vault);
});
afterAll(() => chain.stop());

const lower = (address: string) => address.toLowerCase() as Hex;

/** Calls a function as the vault's owner, its timelock, does when the delay is over. */
async function byOwner(vault: Hex, functionName: string, args: readonly unknown[]): Promise<void> {
  const owner = await chain.reader.readContract({ address: vault, abi: vaultAbi, functionName: "owner" });
  await chain.giveGas(owner);
  await chain.control.impersonateAccount({ address: owner });
  const call = { address: vault, abi: vaultAbi, functionName, args, account: owner, chain: null };
  await chain.control.writeContract(call as never);
  await chain.control.mine({ blocks: 1 });
}

const trouble = (formers: readonly Hex[]) =>
  requireClosed(new NodeReader(new JsonRpcNode(chain.url)), formers, next).then(
    () => "",
    (error: Error) => error.message,
  );

async function finding() {
  const place = ["--chain", chain.url, "--chain-vault", next, "--chain-former-vaults", `${former}:0`];
  const { out } = await evermark(["doctor", ...place, "--json"]);
  return (JSON.parse(out) as { what: string; state: string; text: string }[]).find(({ what }) => what === "vaults");
}

test("a venue touches no money while a former vault is not closed in favour of its own", async () => {
  const named = (other: string) =>
    `the former vault ${former} (chain.former_vaults) has named ${other} to come after it`;
  expect(await trouble([former])).toContain(named("no vault"));
  expect(await finding()).toMatchObject({ state: "failed", text: expect.stringContaining(named("no vault")) });
  await byOwner(former, "changeSuccessor", [twin]);
  expect(await trouble([former])).toContain(named(`the vault ${twin}`));
  // The twin has the same withdraw_domain as its successor.
  expect(await trouble([former, twin])).toContain("has the withdraw_domain of the one after it");
  await byOwner(former, "changeSuccessor", [next]);
  expect(await trouble([former])).toBe("");
  expect(await finding()).toMatchObject({ state: "ok", text: "nothing is left in former ones" });
  expect(await trouble([lower(chain.usdc)])).toContain("is of an older version, from which nothing can be moved");
  await byOwner(former, "changeSuccessor", [zeroAddress]);
});

test("a vault that could not succeed the former is refused before it is proposed", async () => {
  const admin = privateKeyToAddress(chain.adminKey);
  const move = async (...words: string[]) =>
    evermark(["vault", "move", ...words, "--rpc", chain.url, "--vault", former, "--from", admin, "--json"]);
  const refused: readonly (readonly [string[], string])[] = [
    [[], "vault: expected the address of the vault that it moves to"],
    [["0x12"], "0x12: expected the address of the vault that it moves to"],
    [[chain.usdc], "vault: there is none at"],
    [[twin], "its withdraw_domain is the same, so what wallets have signed for one is valid in the other"],
  ];
  for (const [words, error] of refused)
    expect([words, (await move(...words)).err]).toEqual([words, expect.stringContaining(error)]);

  const snapshot = await chain.control.snapshot();
  await byOwner(next, "changeAttesters", [[admin], 1]);
  expect((await move(next)).err).toContain("0 of its attesters are attesters here, but 1 have to sign the move");
  await byOwner(next, "changeSuccessor", [twin]);
  await byOwner(next, "changeTokenAddressAndAllow", [hashOfText("USDC"), admin]);
  const { err } = await move(next);
  expect(err).toContain("it does not have the same USDC");
  expect(err).toContain("it is about to move to another one itself");
  await chain.control.revert({ id: snapshot });

  const { out, err: none } = await move(next);
  expect(none).toBe("");
  expect(JSON.parse(out)).toMatchObject({ proposal: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
});
