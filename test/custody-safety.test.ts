// What `deploy-vault` puts on a chain is what a production venue asks for; what a hasty operator makes of it is told.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { vaultAbi } from "@evermark/contracts";
import { dangersOfVault } from "@evermark/venue/chain/custody-safety.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import { readVaultFacts } from "@evermark/venue/chain/vault-facts.ts";
import type { Hex } from "viem";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";

let chain: VaultChain;
let reader: NodeReader;
beforeAll(async () => {
  chain = await startVaultChain();
  reader = new NodeReader(new JsonRpcNode(chain.url));
});
afterAll(() => chain.stop());

async function dangers(vault: Hex = chain.vault, brokers = ["demo"]): Promise<string[]> {
  const facts = await readVaultFacts(reader, { vault, token: "USDC", brokers });
  const operator = chain.operator.account.address.toLowerCase() as Hex;
  const terms = {
    nodes: [chain.url],
    chainId: 196,
    vault,
    confirmations: 1,
    withdrawDomainName: "SVC",
    brokers,
    operator,
    signerUrl: null,
  };
  return dangersOfVault(terms, facts).map(({ text }) => text);
}

test("a vault as it is deployed is safe, and says what it is", async () => {
  expect(await dangers()).toEqual([]);
  const facts = await readVaultFacts(reader, { vault: chain.vault, token: "USDC", brokers: ["demo"] });
  expect(facts).toMatchObject({
    ...{ chainId: 196, isPaused: false, queueDelaySeconds: 86_400n, unknownBrokers: [] },
    timelock: { delaySeconds: 172_800n, powers: [] },
    token: { decimals: 6, balance: 0n, booked: 0n, perDay: 10n ** 12n, counted: 0n, maxWithdrawFee: 10n ** 7n },
  });
});

test("what is no vault is none, and an unknown builder is told", async () => {
  const none = (vault: Hex) => `there is no vault at ${vault} on chain 196`;
  expect(await dangers(chain.usdc)).toEqual([none(chain.usdc)]);
  const nobody = chain.operator.account.address;
  expect(await dangers(nobody)).toEqual([none(nobody)]);
  expect(await dangers(chain.vault, ["demo", "Demo"])).toEqual([
    'the vault does not know the builder "Demo": its users can\'t deposit or withdraw',
  ]);
});

test("a vault that was handed to its operator is told", async () => {
  const snapshot = await chain.control.snapshot();
  const owner = await chain.reader.readContract({ address: chain.vault, abi: vaultAbi, functionName: "owner" });
  await chain.control.impersonateAccount({ address: owner });
  await chain.giveGas(owner);
  const call = { address: chain.vault, abi: vaultAbi, chain: null } as const;
  const { address } = chain.operator.account;
  await chain.control.writeContract({ ...call, account: owner, functionName: "transferOwnership", args: [address] });
  expect(await dangers()).toEqual([`the vault is about to be handed over to ${address.toLowerCase()}`]);
  await chain.operator.writeContract({ ...call, functionName: "acceptOwnership" });
  const [first, second] = await dangers();
  expect(first).toStartWith("the vault's operator is its owner");
  expect(second).toStartWith(`the vault's owner ${address.toLowerCase()} is no timelock`);
  await chain.control.revert({ id: snapshot });
});
