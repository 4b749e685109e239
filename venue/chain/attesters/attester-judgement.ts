// One attester's judgement. It signs a payment that its own engine has pending, under exactly the engine's terms, that
// the wallet itself has signed, that its own node does not show as done, and for which it has signed no other terms
// before. Nothing in the request is trusted. It also signs the move of a former vault's funds to the next vault in its
// own configuration.

import type { EngineReader, WithdrawalView } from "@evermark/engine";
import {
  delegateWithdrawTypedData,
  fundsDomain,
  withdrawTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { type Hex, hashTypedData } from "viem";
import type { AttestationSigner, WalletMessage } from "../keys/attestation-signer.ts";
import { SigningFailed } from "../keys/transaction-signer.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { TOKEN } from "../vault/ask-vault.ts";
import {
  type AttestedVault,
  type BalancesTerms,
  balancesDigest,
  type MoveTerms,
  moveDigest,
  type PaymentTerms,
  paymentDigest,
  termsOf,
} from "./attestation.ts";
import { SignedOtherwise, type SignedTerms } from "./signed-terms.ts";

/** Nothing was signed; the message says why, to an operator. */
export class AttestationRefused extends Error {}

export interface PaymentRequest {
  readonly terms: PaymentTerms;
  /** In seconds since 1970, by the chain's time. */
  readonly deadline: number;
}

export interface MoveRequest {
  readonly move: MoveTerms;
  /** As for a payment. */
  readonly deadline: number;
}

/** What an attester reads from its own node. Each method throws a `ChainTrouble` when the chain can't be read. */
export interface WitnessedChain {
  /** The time of its newest block, in seconds since 1970. */
  now(): Promise<number>;
  /** Whether the vault, or one before it, has paid, refused or queued the withdrawal. */
  isDone(terms: Pick<PaymentTerms, "accountId" | "nonce">): Promise<boolean>;
  /** The same, for the vaults before it only. */
  isDoneFormerly(terms: Pick<PaymentTerms, "accountId" | "nonce">): Promise<boolean>;
  /** What the vault has counted for all accounts together, and whether accounts have begun to exit on their own. */
  state(): Promise<{ readonly net: bigint; readonly exitsOpen: boolean }>;
  /** The successor that a former vault has named, in lower case, and the funds that vault holds. */
  closing(former: Hex): Promise<{ readonly successor: Hex; readonly funds: bigint }>;
}

export interface WitnessParts {
  readonly engine: Pick<EngineReader, "account"> & {
    readonly funds: Pick<EngineReader["funds"], "withdrawal" | "openWithdrawals" | "withdrawalsPaused">;
  };
  readonly vault: AttestedVault;
  /** The vaults before it, oldest first, by this attester's own configuration. */
  readonly formers: readonly Hex[];
  /** Name of the signing domain in which wallets sign withdrawals. */
  readonly domainName: string;
  readonly chain: WitnessedChain;
  readonly signer: AttestationSigner;
  readonly signed: SignedTerms;
}

/** No signature is valid for longer: money is returned to an account only once the last signature has expired. */
const LIFETIME_SECONDS_MAX = 7_200;

export class AttesterJudgement {
  readonly #parts: WitnessParts;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  /** Lower case. */
  get address(): Hex {
    return this.#parts.signer.address;
  }

  /**
   * Signs a payment.
   * @throws {AttestationRefused} saying why it does not
   */
  async attest(request: PaymentRequest): Promise<Hex> {
    return this.#judged(request).catch(asRefusal);
  }

  /**
   * Whether a former vault has paid an account's withdrawal.
   * @throws {AttestationRefused} when that can't be read
   */
  isFormers(account: number, nonce: number): Promise<boolean> {
    const { chain, engine } = this.#parts;
    const accountId = engine.account(account).accountId.toLowerCase() as Hex;
    return chain.isDoneFormerly({ accountId, nonce }).catch(asRefusal);
  }

  /**
   * Signs what accounts can exit with.
   * @param booked deposits and payments of all accounts through the vault by the journal, in millionths
   * @throws {AttestationRefused} saying why it does not
   */
  async attestBalances(terms: BalancesTerms, booked: number, deadline: number): Promise<Hex> {
    const { chain, signer, vault, engine } = this.#parts;
    const [now, { net, exitsOpen }] = await Promise.all([chain.now(), chain.state()]).catch(asRefusal);
    this.#checkDeadline(deadline, now);
    if (exitsOpen) refuse("accounts have begun to leave by themselves, and the journal knows nothing of it");
    // Payments that the vault may have made already and the journal has not completed yet.
    const open = engine.funds.openWithdrawals().reduce((sum, { amount }) => sum + amount, 0);
    if (BigInt(booked) > net + BigInt(open)) {
      refuse(`the journal has booked ${booked} millionths through the vault, which knows of ${net}`);
    }
    return signer.signDigest(balancesDigest(vault, terms, deadline));
  }

  /**
   * Signs the move of all of a former vault's funds to its successor.
   * @throws {AttestationRefused} saying why it does not
   */
  async attestMove({ move, deadline }: MoveRequest): Promise<Hex> {
    const { chain, signer, vault, formers } = this.#parts;
    const { from, to, amount } = move;
    const place = formers.indexOf(from);
    if (place < 0) refuse(`${from} is not among its chain.former_vaults`);
    const next = formers[place + 1] ?? vault.vault;
    if (to !== next) refuse(`what ${from} holds moves to ${next}, not to ${to}`);
    const [now, { successor, funds }] = await Promise.all([chain.now(), chain.closing(from)]).catch(asRefusal);
    this.#checkDeadline(deadline, now);
    if (successor !== to) refuse(`${from} has named ${successor} to come after it, not ${to}`);
    if (amount !== funds) refuse(`${from} holds ${funds} millionths, not ${amount}`);
    return signer.signDigest(moveDigest(vault.chainId, move, deadline)).catch(asRefusal);
  }

  #checkDeadline(deadline: number, now: number): void {
    if (deadline > now + LIFETIME_SECONDS_MAX) refuse(`its deadline is more than ${LIFETIME_SECONDS_MAX} s ahead`);
  }

  async #judged({ terms, deadline }: PaymentRequest): Promise<Hex> {
    const { chain, signed, signer, vault } = this.#parts;
    const own = this.#own(terms);
    const [now, isDone] = await Promise.all([chain.now(), chain.isDone(terms)]);
    if (isDone) refuse("the vault has it as done");
    this.#checkDeadline(deadline, now);
    if (!(await signer.isSigned(this.#message(own, terms)))) refuse("its wallet has not signed it");
    // The withdrawal may have ended while the chain was read.
    this.#own(terms);
    await signed.note(terms);
    return signer.signDigest(paymentDigest(vault, terms, deadline));
  }

  /** The withdrawal as its own engine has it. @throws {AttestationRefused} when the terms differ from the engine's */
  #own(terms: PaymentTerms): WithdrawalView {
    const { engine, vault } = this.#parts;
    const own = engine.funds.withdrawal(terms.withdrawalId);
    if (own === undefined) throw new AttestationRefused("it is not open");
    if (own.state !== "PENDING") refuse(`it is ${own.state}`);
    if (engine.funds.withdrawalsPaused) refuse("withdrawals are paused");
    if (own.chainId !== vault.chainId) refuse(`it is to be paid on chain ${own.chainId}`);
    const { accountId, brokerId } = engine.account(own.account);
    const expected = termsOf({ ...own, accountId: accountId.toLowerCase() as Hex, brokerId });
    for (const name of Object.keys(expected) as (keyof PaymentTerms)[]) {
      if (terms[name] !== expected[name]) refuse(`its ${name} is ${expected[name]}, not ${terms[name]}`);
    }
    return own;
  }

  #message({ proof }: WithdrawalView, { brokerId, nonce, amount, wallet }: PaymentTerms): WalletMessage {
    if (proof === null) throw new AttestationRefused("no wallet's signature is known of it");
    const { chainId } = this.#parts.vault;
    const domain = fundsDomain(this.#parts.domainName, chainId);
    const message = {
      ...{ brokerId, chainId, receiver: wallet, token: TOKEN, amount: BigInt(amount) },
      ...{ withdrawNonce: nonce, timestamp: proof.signedAt },
    };
    const isDelegated = proof.signer !== "";
    const data = isDelegated
      ? delegateWithdrawTypedData({ ...message, delegateContract: wallet }, domain)
      : withdrawTypedData(message, domain);
    const signer = (isDelegated ? proof.signer : wallet) as Hex;
    return { digest: hashTypedData(data as never), signature: proof.signature as Hex, signer };
  }
}

/** Turns an expected failure into the reason why nothing was signed; rethrows any other. */
function asRefusal(error: unknown): never {
  const isUnderstood = error instanceof SignedOtherwise || error instanceof SigningFailed || isTrouble(error);
  throw isUnderstood ? new AttestationRefused(error.message) : error;
}

function refuse(why: string): never {
  throw new AttestationRefused(why);
}
