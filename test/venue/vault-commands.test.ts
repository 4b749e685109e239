// `evermark vault` as guardian, admins and cancellers use it, on a real node: with a keystore, and with a key that is
// kept elsewhere.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vaultAbi } from "@evermark/contracts";
import { encryptKey } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { erc20Abi, type Hex, parseTransaction, type TransactionSerializedEIP1559 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { evermark } from "./outside/evermark-command.ts";

const PASSWORD = "correct horse battery";
const NEXT = `0x${"9".repeat(40)}`;
const directory = mkdtempSync(join(tmpdir(), "evermark-vault-"));
let chain: VaultChain;

beforeAll(async () => {
  chain = await startVaultChain();
  for (const key of chain.cancellerKeys) await chain.giveGas(privateKeyToAccount(key).address);
});
afterAll(async () => {
  await chain.stop();
  rmSync(directory, { recursive: true });
});

/** Runs `evermark vault …` on the chain's vault. */
function vault([act = "", ...rest]: readonly string[], environment: Record<string, string> = {}) {
  const place = act === "send" ? [] : ["--vault", chain.vault];
  return evermark(["vault", act, ...rest, "--rpc", chain.url, ...place], environment);
}

/** Requests a transaction without a key, signs it elsewhere, and sends it. */
async function elsewhere(key: Hex, ...words: string[]) {
  const account = privateKeyToAccount(key);
  const answer = await vault([...words, "--from", account.address, "--json"]);
  if (answer.err !== "") return { id: undefined, err: answer.err };
  const { unsigned, proposal: id } = JSON.parse(answer.out);
  const { type: _, ...transaction } = parseTransaction(unsigned as TransactionSerializedEIP1559);
  const signed = await account.signTransaction({ type: "eip1559", ...transaction } as never);
  const { err } = await vault(["send", signed]);
  return { id: id as string | undefined, err };
}

async function state() {
  return JSON.parse((await vault(["status", "--json"])).out);
}

const read = (functionName: "operator" | "guardian" | "paused") =>
  chain.reader.readContract({ address: chain.vault, abi: vaultAbi, functionName });

test("an admin proposes a change, everyone sees it, and it is executed when its delay is over", async () => {
  const snapshot = await chain.control.snapshot();
  const { id, err } = await elsewhere(chain.adminKey, "propose", `changeOperator(${NEXT})`, "setQueueDelay(172800)");
  expect(err).toBe("");
  const [waiting] = (await state()).proposals;
  expect(waiting).toMatchObject({ id, calls: [`changeOperator(${NEXT})`, "setQueueDelay(172800)"], cancel_votes: [] });
  expect((await elsewhere(chain.adminKey, "execute", id!)).err).toStartWith(`${id} can't be carried out before`);
  await chain.control.increaseTime({ seconds: 172_801 });
  await chain.control.mine({ blocks: 1 });
  expect((await vault(["status"])).out).toContain(`proposal     ${id}, can be carried out\n`);
  expect((await elsewhere(chain.adminKey, "execute", id!)).err).toBe("");
  expect(String(await read("operator")).toLowerCase()).toBe(NEXT);
  expect((await state()).proposals).toEqual([]);
  await chain.control.revert({ id: snapshot });
});

test("a proposal is cancelled by two cancellers; one alone is only a vote", async () => {
  const snapshot = await chain.control.snapshot();
  const [first, second] = chain.cancellerKeys;
  const { id } = await elsewhere(chain.adminKey, "propose", `grantRole(PROPOSER_ROLE, ${NEXT})`);
  expect((await elsewhere(chain.adminKey, "cancel", id!)).err).toBe(
    "the chain would refuse it: AccessControlUnauthorizedAccount",
  );
  expect((await elsewhere(first, "cancel", id!)).err).toBe("");
  const { proposals } = await state();
  expect(proposals).toMatchObject([{ id, cancel_votes: [privateKeyToAccount(first).address] }]);
  expect((await elsewhere(second, "cancel", id!)).err).toBe("");
  expect((await state()).proposals).toEqual([]);
  expect((await elsewhere(second, "cancel", id!)).err).toStartWith(`${id}: no such proposal is pending`);
  await chain.control.revert({ id: snapshot });
});

test("the guardian pauses with a keystore, and the owner unpauses", async () => {
  const guardian = generatePrivateKey();
  const { address } = privateKeyToAccount(guardian);
  await chain.giveGas(address);
  const change = await elsewhere(chain.adminKey, "propose", `changeGuardian(${address})`);
  await chain.control.increaseTime({ seconds: 172_801 });
  await chain.control.mine({ blocks: 1 });
  await elsewhere(chain.adminKey, "execute", change.id!);
  const file = join(directory, "guardian.json");
  writeFileSync(file, await encryptKey(guardian, PASSWORD));
  const paused = await vault(["pause", "--keystore", file], { EVERMARK_KEYSTORE_PASSWORD: PASSWORD });
  expect(paused.err).toBe("");
  expect(await read("paused")).toBe(true);
  const shown = await state();
  expect(shown.guardian_waits_until - shown.paused_until).toBe(14 * 86_400);

  const unpausing = await elsewhere(chain.adminKey, "unpause");
  await chain.control.increaseTime({ seconds: 172_801 });
  await chain.control.mine({ blocks: 1 });
  expect((await elsewhere(chain.adminKey, "execute", unpausing.id!)).err).toBe("");
  expect(await read("paused")).toBe(false);
  // For a while after that the guardian can't pause again, and the command reports this before sending anything.
  expect((await elsewhere(guardian, "pause")).err).toBe("the chain would refuse it: GuardianMustWait");
});

test("a vault is funded with a key kept elsewhere in two steps, and with a keystore at once", async () => {
  const key = generatePrivateKey();
  const { signer } = await chain.newWallet(300_000_000n, privateKeyToAccount(key));
  const before = await vaultHolds();
  expect((await elsewhere(key, "fund", "100")).err).toBe("");
  expect(await vaultHolds()).toBe(before);
  expect((await elsewhere(key, "fund", "100")).err).toBe("");
  expect((await vaultHolds()) - before).toBe(100_000_000n);
  const file = join(directory, "treasury.json");
  writeFileSync(file, await encryptKey(key, PASSWORD));
  const done = await vault(["fund", "200.000000", "--keystore", file], { EVERMARK_KEYSTORE_PASSWORD: PASSWORD });
  expect([done.err, (await vaultHolds()) - before]).toEqual(["", 300_000_000n]);
  const more = await vault(["fund", "0.000001", "--from", signer.address]);
  expect(more.err).toBe(`amount: ${signer.address} has 0 USDC on this chain`);
});

const vaultHolds = () =>
  chain.reader.readContract({ address: chain.usdc, abi: erc20Abi, functionName: "balanceOf", args: [chain.vault] });

test("an invalid request is named, and nothing is sent", async () => {
  const admin = privateKeyToAccount(chain.adminKey).address;
  const cases: readonly (readonly [string[], string])[] = [
    [["pause"], "expected --keystore, to sign it here, or --from, to sign it elsewhere"],
    [["propose", "changeOperator", "--from", admin], "changeOperator: expected a call, such as changeOperator(0x…)"],
    [["propose", "nothing(1)", "--from", admin], "nothing: neither the vault nor its timelock has such a function"],
    [["propose", "paused()", "--from", admin], "paused: neither the vault nor its timelock has such a function"],
    [
      ["propose", "setQueueDelay(1, 2)", "--from", admin],
      "setQueueDelay: 2 arguments; expected setQueueDelay(uint64 delay)",
    ],
    [
      ["propose", "setQueueDelay(x)", "--from", admin],
      "setQueueDelay: x is not of type uint64; expected setQueueDelay",
    ],
    [
      ["propose", "changeOperator(0x12)", "--from", admin],
      "changeOperator: 0x12 is not of type address; expected changeOperator",
    ],
    [
      ["propose", "changeAttesters(x, 1)", "--from", admin],
      "changeAttesters: x is not of type address[]; expected changeAttesters",
    ],
    [["execute", NEXT, "--from", admin], `${NEXT}: no such proposal is pending`],
    [["pause", "--from", admin], "the chain would refuse it: OwnableUnauthorizedAccount"],
    [["propose", "--from", admin], "propose: expected calls, such as 'changeOperator(0x…)'"],
    [["cancel", "--from", admin], "id: no such proposal is pending"],
    [["steal"], "act: steal; expected one of status, pause, unpause, propose, move, cancel, execute, fund, send"],
    [["fund", "--from", admin], "amount: expected USDC, such as 1000"],
    [["fund", "0", "--from", admin], "amount: expected USDC, such as 1000"],
    [["fund", "1.0000001", "--from", admin], "amount: expected USDC, such as 1000"],
    [["fund", "5", "--from", admin], `amount: ${admin} has 0 USDC on this chain`],
    [["fund", "5"], "expected --keystore, to sign it here, or --from, to sign it elsewhere"],
    [["send", "0x0"], "signed: expected 0x and hex digits"],
  ];
  for (const [words, expected] of cases) expect((await vault(words)).err).toContain(expected);
});
