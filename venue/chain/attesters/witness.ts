// One attester's judgement: it signs a payment that its own engine has pending, under the engine's terms and no others, which
// the wallet itself has signed, which its own node does not show as done, and of which it has signed nothing else before. What
// asks is not believed in anything. And it signs that a former vault's money moves, to the vault that it is set to itself.

import type { EngineReader, WithdrawalView } from "@evermark/engine";
import {
  delegateWithdrawTypedData,
  fundsDomain,
  withdrawTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { type Hex, hashTypedData } from "viem";
import type { AttestationSigner, WalletMessage } from "../keys/attestation-signer.ts";
import { SigningFailed } from "../keys/signer.ts";
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
  /** As of a payment. */
  readonly deadline: number;
}

/** What an attester asks its own node. Each throws a `ChainTrouble` when it can't be read. */
export interface WitnessedChain {
  /** The time of its newest block, in seconds since 1970. */
  now(): Promise<number>;
  /** Whether the vault, or one before it, has paid, refused or queued it. */
  isDone(terms: Pick<PaymentTerms, "accountId" | "nonce">): Promise<boolean>;
  /** Whether a vault before it has. */
  isDoneFormerly(terms: Pick<PaymentTerms, "accountId" | "nonce">): Promise<boolean>;
  /** What the vault has counted of all accounts together, and whether they have begun to leave by themselves. */
  state(): Promise<{ readonly net: bigint; readonly exitsOpen: boolean }>;
  /** Which vault a former one has named to come after it, in lower case, and what it holds. */
  closing(former: Hex): Promise<{ readonly successor: Hex; readonly funds: bigint }>;
}

export interface WitnessParts {
  readonly engine: Pick<EngineReader, "account"> & {
    readonly funds: Pick<EngineReader["funds"], "withdrawal" | "openWithdrawals" | "withdrawalsPaused">;
  };
  readonly vault: AttestedVault;
  /** Vaults before it, the oldest first, by this attester's own configuration. */
  readonly formers: readonly Hex[];
  /** Of what wallets sign for withdrawals. */
  readonly domainName: string;
  readonly chain: WitnessedChain;
  readonly signer: AttestationSigner;
  readonly signed: SignedTerms;
}

/** No signature lives longer: money is given back only once the last one has died. */
const LIFETIME_SECONDS_MAX = 7_200;

export class Witness {
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
   * @throws {AttestationRefused} with why not
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
   * Signs what accounts leave by.
   * @param booked what the journal has of all accounts' deposits and payments through the vault, in millionths
   * @throws {AttestationRefused} with why not
   */
  async attestBalances(terms: BalancesTerms, booked: number, deadline: number): Promise<Hex> {
    const { chain, signer, vault, engine } = this.#parts;
    const [now, { net, exitsOpen }] = await Promise.all([chain.now(), chain.state()]).catch(asRefusal);
    this.#checkDeadline(deadline, now);
    if (exitsOpen) refuse("accounts have begun to leave by themselves, and the journal knows nothing of it");
    // What the vault has handed out and the journal has not completed yet.
    const open = engine.funds.openWithdrawals().reduce((sum, { amount }) => sum + amount, 0);
    if (BigInt(booked) > net + BigInt(open)) {
      refuse(`the journal has booked ${booked} millionths through the vault, which knows of ${net}`);
    }
    return signer.signDigest(balancesDigest(vault, terms, deadline));
  }

  /**
   * Signs that all of a former vault goes to the one after it.
   * @throws {AttestationRefused} with why not
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
    // It may have ended while the chain was asked.
    this.#own(terms);
    await signed.note(terms);
    return signer.signDigest(paymentDigest(vault, terms, deadline));
  }

  /** The withdrawal as its own engine has it, if that is what is asked for. */
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

/** What is understood of a failure is why nothing was signed. */
function asRefusal(error: unknown): never {
  const isUnderstood = error instanceof SignedOtherwise || error instanceof SigningFailed || isTrouble(error);
  throw isUnderstood ? new AttestationRefused(error.message) : error;
}

function refuse(why: string): never {
  throw new AttestationRefused(why);
}
