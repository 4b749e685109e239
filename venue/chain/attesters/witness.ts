// One attester's judgement: it signs a payment that its own engine has pending, under the engine's terms and no others, which
// the wallet itself has signed, which its own node does not show as done, and of which it has signed nothing else before. What
// asks is not believed in anything.

import type { EngineReader, WithdrawalView } from "@evermark/engine";
import { delegateWithdrawTypedData, fundsDomain, withdrawTypedData } from "@evermark/interface/wallet-messages.ts";
import { type Hex, hashTypedData } from "viem";
import type { AttestationSigner, WalletMessage } from "../keys/attestation-signer.ts";
import { SigningFailed } from "../keys/signer.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { TOKEN } from "../vault/ask-vault.ts";
import {
  type AttestedVault,
  type BalancesTerms,
  balancesDigest,
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

/** What an attester asks its own node. Each throws a `ChainTrouble` when it can't be read. */
export interface WitnessedChain {
  /** The time of its newest block, in seconds since 1970. */
  now(): Promise<number>;
  /** Whether the vault has paid, refused or queued it. */
  isDone(terms: Pick<PaymentTerms, "accountId" | "nonce">): Promise<boolean>;
  /** What the vault has counted of all accounts together, and whether they have begun to leave by themselves. */
  state(): Promise<{ readonly net: bigint; readonly exitsOpen: boolean }>;
}

export interface WitnessParts {
  readonly engine: Pick<EngineReader, "account"> & {
    readonly funds: Pick<EngineReader["funds"], "withdrawal" | "openWithdrawals" | "withdrawalsPaused">;
  };
  readonly vault: AttestedVault;
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
    try {
      return await this.#judged(request);
    } catch (error) {
      const isUnderstood = error instanceof SignedOtherwise || error instanceof SigningFailed || isTrouble(error);
      throw isUnderstood ? new AttestationRefused(error.message) : error;
    }
  }

  /**
   * Signs what accounts leave by.
   * @param booked what the journal has of all accounts' deposits and payments through the vault, in millionths
   * @throws {AttestationRefused} with why not
   */
  async attestBalances(terms: BalancesTerms, booked: number, deadline: number): Promise<Hex> {
    const { chain, signer, vault, engine } = this.#parts;
    const [now, { net, exitsOpen }] = await Promise.all([chain.now(), chain.state()]).catch((error: unknown) => {
      throw isTrouble(error) ? new AttestationRefused(error.message) : error;
    });
    this.#checkDeadline(deadline, now);
    if (exitsOpen) refuse("accounts have begun to leave by themselves, and the journal knows nothing of it");
    // What the vault has handed out and the journal has not completed yet.
    const open = engine.funds.openWithdrawals().reduce((sum, { amount }) => sum + amount, 0);
    if (BigInt(booked) > net + BigInt(open)) {
      refuse(`the journal has booked ${booked} millionths through the vault, which knows of ${net}`);
    }
    return signer.signDigest(balancesDigest(vault, terms, deadline));
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

function refuse(why: string): never {
  throw new AttestationRefused(why);
}
