// What the rest of the venue sees of deposits by transfer.

/** Where deposits by transfer are taken. Interface 4.9. */
export interface ReceiversView {
  /** Makes the addresses. */
  readonly factory: `0x${string}`;
  takes(chainId: number): boolean;
  /** Whether what comes there can be swept, as was seen on that chain: before that no address may be shown. */
  isProven(chainId: number): boolean;
  /** A client wants to use it: a chain of the sandbox's own begins then. */
  wanted(chainId: number): void;
  /** The contract of a token that is taken there. */
  tokenOn(chainId: number, token: string): string | undefined;
  /**
   * Play money on a chain of the sandbox's own, in micros of the token, to any address.
   * @returns the transaction's hash; null where there is no such chain
   */
  give(what: {
    readonly chainId: number;
    readonly token: string;
    readonly to: `0x${string}`;
    readonly amount: number;
  }): Promise<`0x${string}` | null>;
}
