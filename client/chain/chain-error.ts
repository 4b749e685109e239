// The errors of moving money between a wallet and the venue that are not refusals of the venue itself (those are `ApiError`s).

/** The reasons that a program can tell apart; the message explains each to a person. */
export type ChainFailure =
  /** The venue is connected to no chain, or can't use its chain now. */
  | "no_chain"
  /** The wallet is on another chain than the venue, and did not switch. */
  | "wrong_chain"
  /** The client's account can't deposit or withdraw with this wallet. */
  | "wrong_account"
  /**
   * What the venue names as its vault is none, or does not accept the token; or a transaction deposits nothing for the account.
   */
  | "wrong_vault"
  | "vault_paused"
  | "not_enough_tokens"
  /** The wallet can't pay for its transaction. */
  | "not_enough_gas"
  /** The wallet's node gave no answer, or an unexpected one. Transactions already sent are not affected. */
  | "node_failed"
  /** The person at the wallet declined. */
  | "rejected"
  /** The wallet approved a smaller amount for the vault than the deposit. */
  | "not_approved"
  | "reverted"
  /** The wallet used the transaction's nonce for another transaction: nothing was deposited. */
  | "replaced"
  /** The deposit was on the chain, and no longer is. */
  | "dropped"
  /** Neither the chain nor the venue knows the transaction, or the account has no such withdrawal. */
  | "unknown"
  /** The withdrawal was not paid; its amount is back in the balance. */
  | "refunded";

export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly reason: ChainFailure;
  /** Hash of the transaction that the error is about, if there is one. */
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
