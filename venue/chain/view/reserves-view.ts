// What the venue holds and owes, in the form that the rest of the venue may show. Amounts in millionths of a USDC.

/** Holdings of one token at one place. */
export interface HeldRow {
  readonly place: "vault" | "treasury";
  readonly chainId: number;
  readonly token: string;
  /** Addresses of holder and token, lower case; null until known. */
  readonly address: string | null;
  readonly contract: string | null;
  /** In millionths of a token; null, like its block, until it was read. */
  readonly balance: bigint | null;
  readonly block: number | null;
  /** The part that is in no account's balance: on its way, or parked. */
  readonly uncredited: bigint;
  /** Price of one token, in 10⁻¹⁸ USDC; null while unknown. */
  readonly price: bigint | null;
  /** Value of the balance without the uncredited part; below 0 where that much is missing. */
  readonly value: bigint | null;
  /** The most that may be held there; null for no limit. */
  readonly cap: bigint | null;
  /** Why deposits of it are not credited; null while they are. */
  readonly stop: string | null;
}

export interface ReservesView {
  readonly rows: readonly HeldRow[];
  /** Sum of all rows' values; null while one of them is unknown. */
  readonly assets: bigint | null;
  /** Sum of all accounts by the journal, less payments that are made and not booked yet. */
  readonly liabilities: bigint;
  /** How much less is held than owed, 0 when nothing is missing; null like `assets`. */
  readonly shortfall: bigint | null;
  /** When both sides were compared, in milliseconds since 1970; null before. */
  readonly at: number | null;
}
