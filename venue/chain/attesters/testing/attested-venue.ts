// A venue as its attesters see it, for tests: a real journal on a real disk behind the real core, accounts with wallets
// that sign, and the attester door. Everything around it is left out.

import { dataPaths, openCore, type Submitted, sendFirstCommands, type Unstamped } from "@evermark/core";
import { feeE5, micros, rejectionWords, silent, type WithdrawalView } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { CHAIN_ID, withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { type Hex, keccak256, stringToBytes } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { keptLog } from "../../../testing/kept-log.ts";
import { type AttestedVault, type PaymentTerms, termsOf } from "../attestation.ts";

const USDC = 1_000_000;
const BROKER = "demo";
/** Time of the first command; one second passes with each. */
const BEGUN = 1_779_269_143_000;

export const VAULT: AttestedVault = { chainId: CHAIN_ID, vault: `0x${"aa".repeat(20)}` };

type Begun = ReturnType<typeof begin> extends Promise<infer Value> ? Value : never;

export class AttestedVenue {
  readonly #begun: Begun;
  readonly #wallets = new Map<number, PrivateKeyAccount>();

  private constructor(
    readonly directory: string,
    begun: Begun,
  ) {
    this.#begun = begun;
  }

  /** @param segmentBytes segment size of its journal */
  static async start(directory: string, segmentBytes = 4_096): Promise<AttestedVenue> {
    const venue = new AttestedVenue(directory, await begin(directory, segmentBytes));
    if (venue.engine.findBroker(BROKER) < 0) {
      await venue.send({ type: "add_broker", brokerId: BROKER, takerFee: feeE5(60), makerFee: feeE5(30) });
    }
    return venue;
  }

  get engine() {
    return this.#begun.engine;
  }

  /** The last applied position of its journal. */
  get position(): number {
    return this.#begun.core.sequencer.appliedPosition;
  }

  async send(command: Unstamped): Promise<Submitted> {
    const answer = await this.#begun.core.sequencer.send(command);
    if ("unavailable" in answer) throw new Error(answer.unavailable);
    if (answer.rejection !== null) throw new Error(rejectionWords(answer.rejection));
    return answer;
  }

  /** @param name of the account's wallet. @returns the account's number; it holds 10,000 USDC */
  async open(name: string): Promise<number> {
    const wallet = privateKeyToAccount(keccak256(stringToBytes(name)));
    const address = wallet.address.toLowerCase();
    const terms = { accountId: accountIdOf(address, BROKER), wallet: address, brokerId: BROKER, forDeposit: false };
    const { created: account } = await this.send({ type: "open_account", ...terms });
    this.#wallets.set(account, wallet);
    const reference = `faucet:${account}:1`;
    await this.send({ type: "credit_deposit", account, amount: micros(10_000 * USDC), source: "faucet", reference });
    return account;
  }

  /** Requests a withdrawal signed by its wallet; with `signed`, as if over another amount, or by another wallet. */
  async request(account: number, usdc: number, signed: { usdc?: number; by?: number } = {}): Promise<PaymentTerms> {
    const { created: nonce } = await this.send({ type: "issue_nonce", account, kind: "withdraw" });
    const receiver = this.engine.account(account).wallet;
    const message = {
      ...{ brokerId: BROKER, chainId: CHAIN_ID, receiver, token: "USDC" },
      ...{ amount: BigInt((signed.usdc ?? usdc) * USDC), withdrawNonce: nonce, timestamp: BEGUN },
    };
    const signer = this.#wallets.get(signed.by ?? account)!;
    const signature = await signer.signTypedData(withdrawTypedData(message) as never);
    const terms = { account, amount: micros(usdc * USDC), fee: micros(USDC), nonce, chainId: CHAIN_ID, receiver };
    const proof = { signature, signedAt: BEGUN, signer: "" };
    const { created } = await this.send({ type: "request_withdrawal", ...terms, proof });
    return this.terms(created);
  }

  terms(withdrawalId: number): PaymentTerms {
    const view = this.engine.funds.withdrawal(withdrawalId) as WithdrawalView;
    const { accountId, brokerId } = this.engine.account(view.account);
    return termsOf({ ...view, accountId: accountId.toLowerCase() as Hex, brokerId });
  }

  /** Sends this many commands that have no consequence. */
  async live(commands: number): Promise<void> {
    for (let i = 0; i < commands; i++) {
      await this.send({ type: "issue_nonce", account: await this.#anyAccount(), kind: "settle" });
    }
  }

  async #anyAccount(): Promise<number> {
    const [account] = this.#wallets.keys();
    return account ?? (await this.open("any"));
  }

  async stop(): Promise<void> {
    await this.#begun.core.stop("the test is over");
  }
}

async function begin(directory: string, segmentBytes: number) {
  const paths = dataPaths(directory);
  const settings = { segmentBytes, snapshotEveryCommands: 1_000_000, keepSnapshots: 1, prune: false };
  const opened = await openCore({ paths, traces: [], settings, acceptLoss: false, log: keptLog([]) });
  let now = Math.max(BEGUN, opened.engine.now);
  const core = opened.begin({
    clock: { now: () => (now += 1_000) },
    observer: { batch() {}, applied() {} },
    audit: true,
    history: { isNear: true, catchUp: async () => {}, keep: async () => 0 },
    onApplied() {},
    onFault(fault) {
      throw fault;
    },
    onJournalState() {},
  });
  core.attach({ ...silent, commandEnd() {} });
  await sendFirstCommands(opened.engine, core.sequencer);
  return { core, engine: opened.engine };
}
