// Why money did not move between a wallet and the venue, where it is not the venue that refuses (`ApiError` says that).

/** What a program can tell apart; the message explains it to a person. */
export type ChainFailure =
  /** The venue is connected to no chain, or not now. */
  | "no_chain"
  /** The wallet is on another chain than the venue, and did not change over. */
  | "wrong_chain"
  /** The client's account can't deposit or withdraw by this wallet. */
  | "wrong_account"
  /** What the venue calls its vault does not take its token. */
  | "wrong_vault"
  | "vault_paused"
  | "not_enough_tokens"
  /** The wallet can't pay for its transaction. */
  | "not_enough_gas"
  /** The wallet's node did not answer, or not what was asked. What was sent goes on. */
  | "node_failed"
  /** The person at the wallet said no. */
  | "rejected"
  /** The wallet gave the vault less than was asked for. */
  | "not_approved"
  | "reverted"
  /** The wallet spent the transaction's place on another transaction: nothing was deposited. */
  | "replaced"
  /** The deposit was on the chain, and no longer is. */
  | "dropped"
  /** Neither the chain nor the venue knows the transaction, or the account has no such withdrawal. */
  | "unknown"
  /** The withdrawal was not paid; its amount is in the balance again. */
  | "refunded";

export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly reason: ChainFailure;
  /** Hash of the transaction that it is about, if there is one. */
  readonly transaction: string | undefined;

  constructor(
    reason: ChainFailure,
    message: string,
    about: { transaction?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause });
    this.reason = reason;
    this.transaction = about.transaction;
  }
}
