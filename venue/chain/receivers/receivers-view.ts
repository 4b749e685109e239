// The interface of deposits by transfer for the rest of the venue.

/** Where deposits by transfer are taken. Interface 4.9. */
export interface ReceiversView {
  /** The factory that determines the addresses. */
  readonly factory: `0x${string}`;
  takes(chainId: number): boolean;
  /** Whether a sweep has been proven to work on that chain: until then no address may be shown. */
  isProven(chainId: number): boolean;
  /** A client wants to use the chain; one of the sandbox's own starts then. */
  wanted(chainId: number): void;
  /** The contract of a token that is accepted there. */
  tokenOn(chainId: number, token: string): string | undefined;
  /**
   * Sends play money on one of the sandbox's own chains to any address; `amount` in micros of the token.
   * @returns the transaction's hash; null where there is no such chain
   */
  give(what: {
    readonly chainId: number;
    readonly token: string;
    readonly to: `0x${string}`;
    readonly amount: number;
  }): Promise<`0x${string}` | null>;
}
