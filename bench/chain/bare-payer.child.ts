// The baseline for a venue's payments: a script that signs the same calls to the same vault with the same key and sends
// them to its own Anvil, which is reset to a snapshot after each round.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { assert } from "@evermark/engine";
import { paymentDigest, termsOf } from "@evermark/venue/chain/attesters/attestation.ts";
import { payingCall } from "@evermark/venue/chain/executor/vault-calls.ts";
import { Minter } from "@evermark/venue/chain/link/minter.ts";
import { localKeys } from "@evermark/venue/chain/local-chain/local-keys.ts";
import { allowBrokers, type LocalVault, localVault } from "@evermark/venue/chain/local-chain/local-vault.ts";
import { AnvilProcess } from "@evermark/venue/chain/local-node/anvil-process.ts";
import { findAnvil } from "@evermark/venue/chain/local-node/anvil-program.ts";
import { createTestClient, type Hex, http, publicActions, walletActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { BROKER } from "../load/signed-orders.ts";
import { serveParent } from "../processes/child-process.ts";
import { AMOUNT, CHAIN_ID, ENOUGH, type SignedWithdrawal } from "./signed-withdrawals.ts";

export interface BareOrder {
  readonly signed: readonly SignedWithdrawal[];
  /** Deducted from each withdrawal, in millionths. */
  readonly fee: number;
}

/** The messages to this process: where it may keep its files, what to pay repeatedly, and when to stop. */
export type BareAsk = { readonly directory: string } | BareOrder | typeof ENOUGH;

/** How many payments are under way at the same time; the same as in the venue. */
const WIDTH = 8;
const GAS = 300_000n;
const FUNDS = 10n ** 12n;
/** Longer than a node takes to report the logs of transactions that it has already counted. */
const SETTLED_MS = 20_000;

type World = Awaited<ReturnType<typeof begin>>;

let anvil: AnvilProcess | undefined;
let world: World | undefined;
let isEnough = false;
let rounds = 0;

serveParent<BareAsk>(
  async (request): Promise<number[] | undefined> => {
    isEnough = request === ENOUGH;
    if (request === ENOUGH) return undefined;
    const seconds: number[] = [];
    if ("directory" in request) world = await begin(request.directory);
    else while (!isEnough) seconds.push(await payAll(world!, request));
    return seconds;
  },
  async () => anvil?.kill(),
);

async function begin(directory: string) {
  mkdirSync(directory);
  const beginsAt = Math.floor(Date.now() / 1_000);
  const terms = { program: findAnvil()!, chainId: CHAIN_ID, port: 0, blockSeconds: 0, beginsAt, state: null };
  anvil = await AnvilProcess.start({ ...terms, cache: join(directory, "anvil") });
  const { url } = anvil;
  const transport = http(url, { retryCount: 50, retryDelay: 20 });
  const client = createTestClient({ mode: "anvil", transport }).extend(publicActions).extend(walletActions);
  await client.getChainId();
  const keys = localKeys(join(directory, "keys.json"));
  const path = join(directory, "vault.json");
  const made: LocalVault = await localVault({ url, path, keys, domainName: "SVC", settle: async () => {} });
  await allowBrokers({ ...made, url, keys }, [BROKER]);
  await new Minter({ url: () => url, key: keys.mint, vault: made.vault, token: made.token }).intoVault(FUNDS);
  return { client, vault: made.vault, operator: privateKeyToAccount(keys.operator) };
}

/** @returns the seconds until all payments are mined */
async function payAll({ client, vault, operator }: World, { signed, fee }: BareOrder): Promise<number> {
  const untouched = await client.snapshot();
  const block = await client.getBlockNumber({ cacheTime: 0 });
  const count = () => client.getTransactionCount({ address: operator.address });
  const startedAt = performance.now();
  const [first, { maxFeePerGas, maxPriorityFeePerGas }] = await Promise.all([count(), client.estimateFeesPerGas()]);
  // The fee differs each round, so that no round repeats bytes that were sent before.
  const fees = { maxFeePerGas: 10n * maxFeePerGas + BigInt(rounds++), maxPriorityFeePerGas, gas: GAS };
  const terms = { chainId: CHAIN_ID, type: "eip1559", to: vault, ...fees } as const;
  const deadline = Math.floor(Date.now() / 1_000) + 86_400;
  const raws: Hex[] = [];
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < signed.length) {
      const n = next++;
      const withdrawal = callOf(signed[n]!, fee);
      const hash = paymentDigest({ chainId: CHAIN_ID, vault }, termsOf(withdrawal), deadline);
      const attestations = [await operator.sign({ hash })];
      const call = { ...terms, nonce: first + n, data: payingCall(withdrawal, { deadline, attestations }) };
      const serializedTransaction = await operator.signTransaction(call);
      raws[n] = serializedTransaction;
      await client.sendRawTransaction({ serializedTransaction });
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, send));
  for (let mined = await count(); mined < first + signed.length; mined = await count()) {
    // When many transactions arrive together, Anvil sometimes accepts one without mining a block for it. If it has
    // mined one by now, it refuses the repeated transaction.
    await client.sendRawTransaction({ serializedTransaction: raws[mined - first]! }).catch(() => {});
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const payments = async () => (await client.getLogs({ address: vault, fromBlock: block + 1n })).length;
  const patience = performance.now() + SETTLED_MS;
  let length = await payments();
  while (length < signed.length && performance.now() < patience) length = await payments();
  assert(length === signed.length, "the vault has paid every withdrawal", { length });
  await client.revert({ id: untouched });
  return seconds;
}

/** The withdrawal as the venue's journal would hold it. */
function callOf({ accountId, receiver, nonce, signedAt, signature }: SignedWithdrawal, fee: number) {
  const terms = { accountId, brokerId: BROKER, amount: AMOUNT, fee, receiver, nonce };
  return { ...terms, proof: { signature, signedAt, signer: "" } } as unknown as Parameters<typeof payingCall>[0];
}
