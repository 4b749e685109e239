// `deploy-vault` deploys what a production venue requires; an operator's mistakes are named.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { vaultAbi } from "@evermark/contracts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import {
  custodyTerms,
  requireSafeTerms,
  requireSafeVaultIfThere,
} from "@evermark/venue/chain/custody/custody-check.ts";
import { dangersOfVault } from "@evermark/venue/chain/custody/custody-safety.ts";
import { readVaultFacts } from "@evermark/venue/chain/custody/vault-facts.ts";
import type { OperatorKey } from "@evermark/venue/chain/keys/operator-key.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { keptLog } from "@evermark/venue/testing/kept-log.ts";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";

const ROOT = join(import.meta.dir, "../..");
/** The first of the accounts that test nodes have. */
const KNOWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
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
    withdrawFee: 1_000_000,
    brokers,
    operator,
    ...{ signerUrl: null, signerProof: null },
  };
  return dangersOfVault(terms, facts).map(({ text }) => text);
}

test("a vault as deployed is safe, and shows its terms", async () => {
  expect(await dangers()).toEqual([]);
  const facts = await readVaultFacts(reader, { vault: chain.vault, token: "USDC", brokers: ["demo"] });
  expect(facts).toMatchObject({
    ...{ chainId: 196, isPaused: false, queueDelaySeconds: 86_400n, unknownBrokers: [] },
    timelock: { delaySeconds: 172_800n, powers: [] },
    token: { decimals: 6, balance: 0n, booked: 0n, perDay: 10n ** 12n, counted: 0n, maxWithdrawFee: 10n ** 7n },
  });
});

test("a contract that is not a vault is refused, and an unknown builder is named", async () => {
  const none = (vault: Hex) =>
    `there is no vault at ${vault} on chain 196; expected at chain.vault what \`evermark deploy-vault\` printed`;
  expect(await dangers(chain.usdc)).toEqual([none(chain.usdc)]);
  const noContract = chain.operator.account.address;
  expect(await dangers(noContract)).toEqual([none(noContract)]);
  expect(await dangers(chain.vault, ["demo", "Demo"])).toEqual([
    'the vault does not know the builder "Demo": its users can\'t deposit or withdraw',
  ]);
});

test("a production venue checks its vault at its start, and continues if no node answers yet", async () => {
  const lines: string[] = [];
  const log = keptLog(lines, "warn");
  const chained = (nodes: string[], vault: Hex) =>
    sandboxConfiguration("unused", { mode: "production", chain: { nodes, vault } });
  const address = chain.operator.account.address.toLowerCase() as Hex;
  const operator: OperatorKey = { kind: "remote", address, url: "http://127.0.0.1:9", secret: null };
  expect(custodyTerms(sandboxConfiguration("unused"), operator)).toBeNull();

  const terms = custodyTerms(chained([chain.url], chain.vault), operator)!;
  await requireSafeVaultIfThere(reader, terms, log);
  const other = custodyTerms(chained([chain.url], chain.usdc), operator)!;
  expect(requireSafeVaultIfThere(reader, other, log)).rejects.toThrow("unsafe custody: there is no vault at");
  expect(() => requireSafeTerms({ ...terms, confirmations: 0 }, log)).toThrow(
    "unsafe custody: chain.confirmations is 0",
  );
  expect(lines.splice(0).join()).toContain("chain.rpc has one node");

  const nowhere = new NodeReader(
    new JsonRpcNode("http://127.0.0.1:9", { timeoutMs: 5_000, patience: 0, name: "nowhere" }),
  );
  await requireSafeVaultIfThere(nowhere, terms, log);
  expect(lines.join()).toContain("the vault can't be checked yet");
});

test("the operator's key is changed as the guide says, when the timelock's delay is over and not before", async () => {
  const guide = readFileSync(join(ROOT, "docs", "custody.md"), "utf8");
  const [, code = ""] = /## Changing a key.*?```ts\n(.*?)```/s.exec(guide) ?? [];
  const snapshot = await chain.control.snapshot();
  const next = chain.guardian.account.address;
  const step = async (STEP: string) => {
    const env = {
      ...process.env,
      RPC: chain.url,
      VAULT: chain.vault,
      ADMIN_KEY: chain.adminKey,
      NEW_OPERATOR: next,
      STEP,
    };
    const running = Bun.spawn([process.execPath, "-e", code], { cwd: ROOT, env, stdout: "pipe", stderr: "pipe" });
    const [out, err] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()]);
    return { out, err, code: await running.exited };
  };
  const operator = () => chain.reader.readContract({ address: chain.vault, abi: vaultAbi, functionName: "operator" });
  expect(await step("schedule")).toMatchObject({ code: 0, err: "" });
  expect((await step("execute")).err).toContain("TimelockUnexpectedOperationState");
  expect(await operator()).toBe(chain.operator.account.address);
  await chain.control.increaseTime({ seconds: 172_801 });
  expect(await step("execute")).toMatchObject({ code: 0, err: "" });
  expect(await operator()).toBe(next);
  await chain.control.revert({ id: snapshot });
});

test("a vault that was handed over to its operator is named", async () => {
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

  const { code, out, err } = await startedInProduction(chain.operatorKey);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  const lower = address.toLowerCase();
  expect(err).toContain(
    `unsafe custody:\n- the vault's operator is its owner (${lower}): one stolen key would be enough to change everything; expected a timelock as owner\n- the vault's owner ${lower} is no timelock`,
  );
  expect(err).toEndWith("\nSee docs/custody.md\n");
  await chain.control.revert({ id: snapshot });
});

test("a production venue lists everything that prevents its start, and what it expects", async () => {
  const { code, out, err } = await startedInProduction(KNOWN_KEY, "--chain-confirmations", "0");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toEndWith(
    [
      "unsafe custody:",
      "- chain.confirmations is 0: a deposit would count that the chain can still take back; expected 12",
      `- the operator's key is a known test key (${privateKeyToAddress(KNOWN_KEY).toLowerCase()}): it is public; expected one of your own, such as \`evermark keystore\` makes`,
      "See docs/custody.md\n",
    ].join("\n"),
  );
  expect(err).not.toContain(KNOWN_KEY.slice(2));
  const other = await startedInProduction(generatePrivateKey());
  expect(other.code).toBe(1);
  expect(other.err).toMatch(/unsafe custody: the operator's key is that of 0x\w+; the vault's operator is 0x\w+, so/);
});

test("a production venue needs at least two attesters, unless one key is declared to be enough", async () => {
  const apart = ["--no-chain-one-key", "--attesters-port", "0"];
  const { code, err } = await startedInProduction(chain.operatorKey, ...apart);
  expect(code).toBe(1);
  expect(err).toContain(
    "unsafe custody:\n- the vault pays what 1 attester has signed: one stolen key beside the operator's would be enough; expected 2 at " +
      "least, or chain.one_key = true\n- the vault's operator is one of its attesters",
  );
  const nowhere = await startedInProduction(chain.operatorKey, "--no-chain-one-key");
  expect(nowhere.err).toContain("unsafe custody: attesters.port is off: no attester on another machine can follow");
});

/** The output of a process that starts on this vault in production mode. */
async function startedInProduction(operatorKey: Hex, ...flags: readonly string[]) {
  using directory = temporaryDirectory();
  const chained = [
    "--chain",
    chain.url,
    "--chain-vault",
    chain.vault,
    "--chain-operator-key",
    "env",
    "--chain-one-key",
  ];
  const words = ["start", "--new", "--mode", "production", "--port", "0", "--data", directory.path, "--audit"];
  const running = Bun.spawn([process.execPath, join(ROOT, "cli", "main.ts"), ...words, ...chained, ...flags], {
    env: { ...process.env, EVERMARK_OPERATOR_KEY: operatorKey },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()]);
  return { out, err, code: await running.exited };
}
