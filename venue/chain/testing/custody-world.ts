// A vault on its own chain with everything a venue runs on it (watcher, custody, executor), which can be stopped and
// started again on the same directory; and thieves, each with one of the vault's keys.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfText, paymentTypedData, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { CHAIN_ID, withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { type Abi, encodeFunctionData, type Hex, keccak256, stringToBytes } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Finality } from "../../configuration/values/finality.ts";
import { createMetrics } from "../../operation/reports/metrics.ts";
import { Readiness } from "../../operation/reports/readiness.ts";
import { attesterMetrics } from "../attesters/serving/attester-metrics.ts";
import { chainMetrics } from "../chain-metrics.ts";
import { ChainServices } from "../chain-services.ts";
import { executorMetrics } from "../executor/executor-metrics.ts";
import { OPERATOR_KEY, PayerWorld, type WorldTerms } from "../executor/testing/payer-world.ts";
import { reserveMetrics } from "../reserves/reserve-metrics.ts";
import { Reserves } from "../reserves/reserves.ts";
import { nodeMetrics } from "../rpc/node-states.ts";
import { openChain } from "../rpc/open-reader.ts";
import type { ReservesView } from "../view/reserves-view.ts";

const USDC = 1_000_000n;

interface CustodyWorldTerms extends Partial<WorldTerms> {
  readonly confirmations?: number;
  readonly finality?: Finality;
}

interface Handed {
  readonly wallet: PrivateKeyAccount;
  /** In USDC, like the fee. */
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly nonce: number;
}

export class CustodyWorld {
  readonly directory = mkdtempSync(join(tmpdir(), "custody-test-"));
  #running: ChainServices | undefined;
  #reserves: Reserves | undefined;
  #looks = 0;
  #metrics = createMetrics();
  #readiness = new Readiness(this.#metrics.conditions);

  private constructor(
    readonly payer: PayerWorld,
    readonly confirmations: number,
    readonly finality: Finality,
  ) {}

  static async start({ confirmations = 3, finality = "count", ...terms }: CustodyWorldTerms = {}) {
    return new CustodyWorld(await PayerWorld.start(terms), confirmations, finality);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    await this.payer.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Starts, or restarts, everything that runs on the chain. @param forgetful without the stored files about the chain */
  async begin({ forgetful = false } = {}): Promise<void> {
    await this.#running?.stop();
    if (forgetful) for (const name of readdirSync(this.directory)) rmSync(join(this.directory, name));
    const { payer } = this;
    const { venue, engine } = payer.memory;
    this.#metrics = createMetrics();
    this.#readiness = new Readiness(this.#metrics.conditions);
    const nodes = { log: venue.log, metrics: nodeMetrics(this.#metrics.registry), finality: this.finality };
    const opened = openChain([payer.url], nodes);
    const operator = { kind: "key", key: OPERATOR_KEY, address: this.operator } as const;
    const { vault, token, deployedBlock } = payer;
    const link = { ...opened, vault, token, deployedBlock, formers: [], operator, minter: null, allowBrokers: null };
    const condition = (name: string) => this.#readiness.useful(name);
    this.#running = new ChainServices(
      { ...link, owner: await this.owner() },
      {
        ...{ engine, sequencer: venue.sequencer, history: venue.history, chainId: CHAIN_ID },
        ...{ confirmations: this.confirmations, gasPriceMax: 10n ** 12n, directory: this.directory },
        accountMinimum: USDC,
        conditions: {
          deposits: condition("deposits"),
          withdrawals: condition("withdrawals"),
          custody: condition("custody"),
          attesters: condition("attesters"),
        },
        ...{ attesterMetrics: attesterMetrics(this.#metrics.registry), door: null, isOneKey: true, domainName: "SVC" },
        metrics: chainMetrics(this.#metrics.registry),
        reserves: this.#reservesOf(),
        executorMetrics: executorMetrics(this.#metrics.registry),
        log: venue.log,
        leads: () => true,
        trouble: () => null,
      },
    );
    this.#running.start();
  }

  /** Holdings against liabilities, as in production. */
  get reserves(): ReservesView {
    return this.#reserves!.view;
  }

  #reservesOf(): Reserves {
    const { venue, engine, vault, token } = { ...this.payer.memory, ...this.payer };
    this.#reserves = new Reserves({
      ...{ engine, hasVault: true, chainId: CHAIN_ID, alarms: true, log: venue.log },
      vault: () => ({ address: vault, contract: token }),
      // Half a minute passes with each call.
      steady: () => 30_000 * ++this.#looks,
      lookAtVault: () => void this.services.custody.look(),
      conditions: { reserves: this.#readiness.useful("reserves"), tokens: this.#readiness.useful("receiver_tokens") },
      metrics: reserveMetrics(this.#metrics.registry),
    });
    return this.#reserves;
  }

  get services(): ChainServices {
    if (this.#running === undefined) throw new Error("nothing runs on the chain yet");
    return this.#running;
  }

  /** What `/health` shows, by condition. */
  get health(): Readonly<Record<string, string>> {
    return this.#readiness.reasons();
  }

  metrics(): Promise<string> {
    return this.#metrics.registry.metrics();
  }

  /** Wakes the services until the condition holds. @param mining mines a block with each check */
  async until(what: () => boolean | Promise<boolean>, { mining = false } = {}): Promise<void> {
    for (;;) {
      this.services.wake();
      await this.services.look();
      if (await what()) return;
      if (mining) await this.payer.mine();
      await Bun.sleep(20);
    }
  }

  /** Waits until everything that is on the chain now is final and processed. */
  async settled(): Promise<void> {
    const head = Number(await this.payer.client.getBlockNumber({ cacheTime: 0 }));
    await this.payer.mine(this.confirmations);
    await this.until(() => this.services.watcher.view.cursor >= head);
  }

  /** An operator accepts everything that is unexplained. */
  acceptAll(): void {
    const { departures } = this.services;
    for (const transaction of new Set(departures.open.map((each) => each.transaction))) departures.accept(transaction);
  }

  get operator(): Hex {
    return privateKeyToAccount(OPERATOR_KEY).address.toLowerCase() as Hex;
  }

  /** The vault's owner: the timelock. */
  async owner(): Promise<Hex> {
    const { client, vault } = this.payer;
    const owner = await client.readContract({ address: vault, abi: vaultAbi, functionName: "owner" });
    return owner.toLowerCase() as Hex;
  }

  /** Acts as a thief of the operator's key: pays a wallet that signs for it, without the venue. */
  async hands({ wallet, amount, fee = 0n, nonce }: Handed): Promise<Hex> {
    const accountId = accountIdOf(wallet.address, "demo");
    const { client, vault } = this.payer;
    // Signed just now by the chain's clock: the vault accepts no signature older than itself.
    const { timestamp } = await client.getBlock();
    const [signedAt, deadline] = [Number(timestamp) * 1_000, timestamp + 3_600n];
    const signed = { brokerId: "demo", chainId: CHAIN_ID, receiver: wallet.address, token: "USDC" };
    const message = { ...signed, amount: amount * USDC, withdrawNonce: nonce, timestamp: signedAt };
    const signature = await wallet.signTypedData(withdrawTypedData(message) as never);
    const payment = {
      ...{ accountId, brokerHash: hashOfText("demo"), tokenHash: hashOfText("USDC") },
      ...{ tokenAmount: amount * USDC, fee: fee * USDC, sender: wallet.address, withdrawNonce: BigInt(nonce) },
    };
    // The operator's key is also the only attester's.
    const attested = paymentTypedData({ chainId: CHAIN_ID, vault }, { ...payment, deadline });
    const attestation = await privateKeyToAccount(OPERATOR_KEY).signTypedData(attested);
    const terms = { ...payment, receiver: wallet.address };
    const args = [terms, "demo", "USDC", BigInt(signedAt), signature, deadline, [attestation]] as const;
    const data = encodeFunctionData({ abi: vaultAbi, functionName: "withdraw", args });
    return this.payer.asOperator(this.payer.vault, data, await this.payer.operatorNumber());
  }

  /** An admin proposes something to the timelock. */
  async proposes(data: Hex, salt: Hex = keccak256(data)): Promise<void> {
    const zero: Hex = `0x${"0".repeat(64)}`;
    const args = [this.payer.vault, 0n, data, zero, salt, 0n] as const;
    await this.payer.asAdmin(await this.owner(), call(vaultTimelockAbi, "schedule", args));
  }
}

/** A wallet that has signed nothing for the venue. */
export function walletOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToBytes(name)));
}

export function call(abi: Abi, functionName: string, args: readonly unknown[] = []): Hex {
  return encodeFunctionData({ abi, functionName, args });
}
