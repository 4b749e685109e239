// What the venue holds and what it owes, as the rest of it may show that. Amounts in millionths of a USDC.

/** Of one token at one place. */
export interface HeldRow {
  readonly place: "vault" | "treasury";
  readonly chainId: number;
  readonly token: string;
  /** Lower case; null until they are known. */
  readonly address: string | null;
  readonly contract: string | null;
  /** In tokens; null before it was looked at, as the block that has it. */
  readonly balance: bigint | null;
  readonly block: number | null;
  /** What of it is in no account's balance: on its way, or put aside. */
  readonly uncredited: bigint;
  /** What one is worth, in 10⁻¹⁸ USDC; null while that is not known. */
  readonly price: bigint | null;
  /** What the balance counts without what is uncredited; below 0 where that much is gone. */
  readonly value: bigint | null;
  /** How much of it may lie there; null for any amount. */
  readonly cap: bigint | null;
  /** Why deposits of it are not credited; null while they are. */
  readonly stop: string | null;
}

export interface ReservesView {
  readonly rows: readonly HeldRow[];
  /** What all rows count; null while one of them is not known. */
  readonly assets: bigint | null;
  /** What the journal says that all accounts have, less what is paid and not booked yet. */
  readonly liabilities: bigint;
  /** By how much there is less than is owed, 0 when there is not; null as `assets`. */
  readonly shortfall: bigint | null;
  /** When the parts were held against each other, in milliseconds since 1970; null before. */
  readonly at: number | null;
}
