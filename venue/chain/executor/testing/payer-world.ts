// For tests of how withdrawals are paid: a vault on its own chain, a venue in memory whose accounts' money is in that
// vault, and executors that can be stopped and started. Blocks are mined only when a test says so.

import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { deployVault, hashOfText, planDeployment, testUsdcAbi, VAULT_DELAYS, vaultAbi } from "@evermark/contracts";
import { micros, silent, type WithdrawalView } from "@evermark/engine";
import { CHAIN_ID, withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Registry } from "prom-client";
import {
  type Account,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  type PublicActions,
  publicActions,
  stringToBytes,
  type TestActions,
  testActions,
  type WalletClient,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { type MemoryVenue, memoryVenue } from "../../../testing/memory-venue.ts";
import { termsOf } from "../../attesters/attestation.ts";
import type { ReachableAttester } from "../../attesters/gathered-attestations.ts";
import { OwnAttester } from "../../attesters/own-attester.ts";
import { witnessedChain } from "../../attesters/witnessed-chain.ts";
import { localAttestationSigner } from "../../keys/attestation-signer.ts";
import { localSigner } from "../../keys/local-signer.ts";
import type { TransactionSigner } from "../../keys/transaction-signer.ts";
import type { ChainReader } from "../../rpc/chain-reader.ts";
import { nodeMetrics } from "../../rpc/node-states.ts";
import { openChain } from "../../rpc/open-reader.ts";
import { takenUp } from "../../testing/taken-up.ts";
import { NodesWriter } from "../chain-writer.ts";
import { Executor } from "../executor.ts";
import { executorMetrics } from "../executor-metrics.ts";
import type { ExecutorParts, ExecutorTiming } from "../executor-parts.ts";
import { EngineLedger } from "../ledger.ts";
import { payingCall } from "../vault-calls.ts";

const USDC = 1_000_000;
const BROKER = "demo";
export const OPERATOR_KEY = keccak256(stringToBytes("operator"));
const DEPLOYER = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");

type Client = WalletClient<ReturnType<typeof http>, undefined, Account> & PublicActions & TestActions;

export interface WorldTerms {
  /** What the vault holds beyond the accounts' balances, in USDC. */
  readonly funding: number;
  /** Withdrawals above this wait in the vault's queue, in USDC. */
  readonly perWithdrawal: number;
  /** How much can leave at once within a day, in USDC. */
  readonly perDay: number;
  readonly queueSeconds: number;
  /** Keys of the vault's attesters, by default only the operator's; and how many of them have to sign. */
  readonly attesterKeys: readonly Hex[];
  readonly threshold: number;
  /** Extra arguments for the node. */
  readonly node: readonly string[];
}

export interface ExecutorChanges {
  readonly timing?: Partial<ExecutorTiming>;
  readonly mayPay?: () => string | null;
  readonly signer?: TransactionSigner;
  readonly now?: () => number;
  readonly changed?: (parts: ExecutorParts) => ExecutorParts;
}

export class PayerWorld {
  memory: MemoryVenue;
  readonly wallets: PrivateKeyAccount[] = [];
  /** Id, state, reason and transaction of each change of a withdrawal. */
  readonly #reported: [number, string, string, string][] = [];
  /** What is wrong, by the last executor; "" while nothing is. */
  trouble = "";
  /** The attesters that can be asked; each sees the venue's engine, as if it had followed the journal. */
  attesters: readonly ReachableAttester[] = [];
  readonly #directory = temporaryDirectory();
  readonly #own: OwnAttester[] = [];

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly client: Client,
    readonly vault: Hex,
    readonly token: Hex,
    readonly deployedBlock: number,
    readonly threshold: number,
  ) {
    this.memory = this.#venue();
  }

  #venue(): MemoryVenue {
    const memory = memoryVenue();
    memory.listen({
      ...silent,
      funds: (event) => {
        if (event.type === "withdrawal")
          this.#reported.push([event.withdrawalId, event.state, event.reason, event.transaction]);
      },
    });
    return memory;
  }

  /** The venue continues from a copy of its state before the first withdrawal. */
  restore(): void {
    this.memory = this.#venue();
    this.#reported.length = 0;
    for (const wallet of this.wallets) this.#openFor(wallet);
  }

  static async start({
    funding = 1_000_000,
    perWithdrawal = 100_000,
    perDay = 1_000_000_000,
    queueSeconds = 3_600,
    attesterKeys = [OPERATOR_KEY],
    threshold = 1,
    node = [],
  }: Partial<WorldTerms> = {}) {
    const { child, url } = await startAnvil(node);
    const client = createWalletClient({ account: DEPLOYER, transport: http(url, { retryCount: 0 }), cacheTime: 0 })
      .extend(publicActions)
      .extend(testActions({ mode: "anvil" })) as unknown as Client;
    const operator = privateKeyToAccount(OPERATOR_KEY).address;
    await client.setBalance({ address: operator, value: 10n ** 21n });
    const terms = {
      operator,
      guardian: DEPLOYER.address,
      attesters: attesterKeys.map((key) => privateKeyToAccount(key).address),
      attesterThreshold: threshold,
      admins: [DEPLOYER.address],
      cancellers: [operator],
      cancelQuorum: 1,
      delays: VAULT_DELAYS,
      timelockDelaySeconds: 0n,
      queueDelaySeconds: BigInt(queueSeconds),
      domainName: "SVC",
      brokers: [BROKER],
      tokens: [
        {
          symbol: "USDC",
          perWithdrawal: BigInt(perWithdrawal * USDC),
          perDay: BigInt(perDay) * BigInt(USDC),
          perAccountDay: BigInt(perDay) * BigInt(USDC),
          maxWithdrawFee: 0n,
          depositLimit: 0n,
          funding: BigInt(funding * USDC),
        },
      ],
    };
    const plan = await planDeployment(client as never, DEPLOYER.address, terms);
    const { vault, tokens, block } = await deployVault(client as never, client as never, plan);
    await client.setAutomine(false);
    const lower = (address: string): Hex => address.toLowerCase() as Hex;
    const world = new PayerWorld(child, url, client, lower(vault), lower(tokens.USDC!), Number(block), threshold);
    world.attesters = attesterKeys.map((key) => world.#attester(key));
    return world;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
    for (const attester of this.#own) await attester.close();
    this.#directory[Symbol.dispose]();
  }

  get reader(): ChainReader {
    return openChain([this.url], { log: this.memory.venue.log, metrics: nodeMetrics(new Registry()) }).reader;
  }

  #attester(key: Hex): ReachableAttester {
    const address = privateKeyToAccount(key).address.toLowerCase() as Hex;
    const { engine } = this.memory;
    const parts = {
      ...{ engine, domainName: "SVC", vault: { chainId: CHAIN_ID, vault: this.vault }, formers: [] },
      ...{
        chain: witnessedChain({ reader: this.reader, vault: this.vault, formers: [] }),
        signer: localAttestationSigner(key, address),
      },
    };
    const attester = new OwnAttester(parts, join(this.#directory.path, address));
    this.#own.push(attester);
    return attester;
  }

  /** @returns the new account's number; it has 10,000 USDC, which are in the vault */
  open(): number {
    const wallet = privateKeyToAccount(keccak256(stringToBytes(`wallet ${this.wallets.length}`)));
    this.wallets.push(wallet);
    return this.#openFor(wallet);
  }

  #openFor({ address }: PrivateKeyAccount): number {
    return this.memory.openAccount({ wallet: address.toLowerCase(), brokerId: BROKER, usdc: 10_000 }).account;
  }

  /** @returns the id of a withdrawal signed by the account's wallet */
  async request(account: number, usdc: number, more: { signedFor?: number } = {}): Promise<number> {
    const { engine } = this.memory;
    const wallet = this.wallets.find(({ address }) => address.toLowerCase() === engine.account(account).wallet)!;
    const nonce = this.memory.apply({ type: "issue_nonce", account, kind: "withdraw" }).created;
    const amount = Math.round(usdc * USDC);
    const signedAt = Number((await this.client.getBlock()).timestamp) * 1_000;
    const message = {
      ...{ brokerId: BROKER, chainId: CHAIN_ID, receiver: wallet.address, token: "USDC" },
      ...{ amount: BigInt(more.signedFor ?? amount), withdrawNonce: nonce, timestamp: signedAt },
    };
    const signature = await wallet.signTypedData(withdrawTypedData(message) as never);
    const terms = { account, amount: micros(amount), fee: micros(USDC), nonce, chainId: CHAIN_ID };
    const proof = { signature, signedAt, signer: "" };
    const receiver = engine.account(account).wallet;
    return this.memory.apply({ type: "request_withdrawal", ...terms, receiver, proof }).created;
  }

  executor({
    timing = {},
    mayPay = () => null,
    signer,
    now,
    changed = (parts) => parts,
  }: ExecutorChanges = {}): Executor {
    const { venue, engine } = this.memory;
    const { reader, nodes } = openChain([this.url], { log: venue.log, metrics: nodeMetrics(new Registry()) });
    const parts: ExecutorParts = {
      ledger: new EngineLedger(engine, venue.sequencer, CHAIN_ID),
      reader,
      writer: new NodesWriter(nodes),
      signer: signer ?? localSigner(OPERATOR_KEY),
      chainId: CHAIN_ID,
      vault: this.vault,
      formers: [],
      deployedBlock: this.deployedBlock,
      confirmations: 1,
      mayAct: () => true,
      priceCeiling: 10n ** 12n,
      unminedMax: 32,
      attesters: () => this.attesters,
      mayPay,
      isAccepted: () => false,
      condition: { broken: (reason) => this.#say(reason), holds: () => this.#say("") },
      metrics: executorMetrics(new Registry()),
      log: venue.log,
      timing,
      ...(now && { now }),
    };
    return new Executor(changed(parts));
  }

  #say(trouble: string): void {
    this.trouble = trouble;
  }

  /** Mines a block with everything that waits, then empty blocks. */
  mine(blocks = 1): Promise<void> {
    return this.client.mine({ blocks });
  }

  /** The withdrawal as the vault identifies it. */
  nameOf(withdrawalId: number): { readonly accountId: Hex; readonly nonce: bigint } {
    const { account, nonce } = this.find(withdrawalId)!;
    return { accountId: this.memory.engine.account(account).accountId as Hex, nonce: BigInt(nonce) };
  }

  find(withdrawalId: number): WithdrawalView | undefined {
    return this.memory.engine.funds.withdrawal(withdrawalId);
  }

  /** The states that the withdrawal has gone through. */
  states(withdrawalId: number): string[] {
    return this.#reported.filter(([id]) => id === withdrawalId).map(([, state]) => state);
  }

  /** Why it is in its last state. */
  reason(withdrawalId: number): string {
    return this.#reported.findLast(([id]) => id === withdrawalId)?.[2] ?? "";
  }

  /** The transaction reported last for the withdrawal. */
  paidBy(withdrawalId: number): Hex {
    return this.#reported.findLast(([id]) => id === withdrawalId)?.[3] as Hex;
  }

  /** Balance of an account's wallet on the chain. */
  heldBy(account: number): Promise<bigint> {
    const address = this.memory.engine.account(account).wallet as Hex;
    return this.client.readContract({
      address: this.token,
      abi: testUsdcAbi,
      functionName: "balanceOf",
      args: [address],
    });
  }

  vaultHolds(): Promise<bigint> {
    const args = [this.vault] as const;
    return this.client.readContract({ address: this.token, abi: testUsdcAbi, functionName: "balanceOf", args });
  }

  /** Sum of all accounts' wallets, all of which the vault has paid. */
  async paidOut(): Promise<bigint> {
    const accounts = this.wallets.map(({ address }) => this.memory.engine.accountsOfWallet(address)[0]!);
    const held = await Promise.all(accounts.map((account) => this.heldBy(account)));
    return held.reduce((sum, each) => sum + each, 0n);
  }

  /** Puts money into the vault. */
  async fund(amount: bigint): Promise<Hex> {
    const args = [this.vault, hashOfText("USDC"), amount] as const;
    const data = encodeFunctionData({ abi: testUsdcAbi, functionName: "mintInto", args });
    const hash = await this.#send({ to: this.token, data });
    await this.mine();
    return hash;
  }

  async blacklist(account: number, isRefused: boolean): Promise<void> {
    const args = [this.memory.engine.account(account).wallet as Hex, isRefused] as const;
    const data = encodeFunctionData({ abi: testUsdcAbi, functionName: "setBlacklisted", args });
    await this.#send({ to: this.token, data });
    await this.mine();
  }

  operatorNumber(): Promise<number> {
    return this.client.getTransactionCount({ address: privateKeyToAccount(OPERATOR_KEY).address });
  }

  async payingCallOf(withdrawalId: number): Promise<Hex> {
    const ledger = new EngineLedger(this.memory.engine, this.memory.venue.sequencer, CHAIN_ID);
    const withdrawal = ledger.named(this.find(withdrawalId)!);
    const deadline = Number((await this.client.getBlock()).timestamp) + 3_600;
    const signing = this.attesters.slice(0, this.threshold);
    const asked = { terms: termsOf(withdrawal), deadline };
    const attestations = await Promise.all(signing.map((attester) => attester.attest(asked)));
    return payingCall(withdrawal, { deadline, attestations });
  }

  /** Acts as another program with the operator's key. */
  async asOperator(to: Hex, data: Hex, nonce: number): Promise<Hex> {
    const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 10n, gas: 500_000n };
    const account = privateKeyToAccount(OPERATOR_KEY);
    return this.#send({ account, to, data, nonce, ...fees });
  }

  /** Acts as an admin of the timelock, who is also the guardian. */
  async asAdmin(to: Hex, data: Hex): Promise<void> {
    await this.#send({ to, data });
  }

  /** Acts as the vault itself, which no vault does on its own: it stands for a broken token. */
  async asVault(to: Hex, data: Hex): Promise<void> {
    await this.client.setBalance({ address: this.vault, value: 10n ** 18n });
    await this.client.impersonateAccount({ address: this.vault });
    await this.#send({ account: this.vault, to, data });
  }

  /** Acts as the vault's owner, a timelock. */
  async asOwner(data: Hex, to: Hex | "itself" = this.vault): Promise<void> {
    const owner = await this.client.readContract({ address: this.vault, abi: vaultAbi, functionName: "owner" });
    await this.client.setBalance({ address: owner, value: 10n ** 18n });
    await this.client.impersonateAccount({ address: owner });
    await this.#send({ account: owner, to: to === "itself" ? owner : to, data });
    await this.mine();
  }

  /** Sends a transaction that the next block will have. */
  async #send(call: { account?: Account | Hex; to: Hex; data: Hex; nonce?: number; gas?: bigint }): Promise<Hex> {
    const hash = await this.client.sendTransaction({ ...call, chain: null } as never);
    await takenUp(this.client, hash);
    return hash;
  }
}

async function startAnvil(more: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    anvilProgram(),
    ["--port", "0", "--chain-id", String(CHAIN_ID), "--accounts", "1", "--order", "fees", ...more],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    // Its further output is not used, but has to be read so that it does not fill the pipe.
    child.stdout!.resume();
    return { child, url: `http://${address}` };
  }
  throw new Error(`anvil ended with ${child.exitCode ?? child.signalCode} before it listened`);
}

function anvilProgram(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const wrapper = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
  const platform = wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`);
  return join(dirname(platform), "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
}
