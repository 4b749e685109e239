// What one message of a venue says about one pair, before anything is decided about it.

export interface Quote {
  /** The venue's name of the pair. */
  readonly pair: string;
  /** As in the message, text or JSON numbers; null or undefined where it does not have them. */
  readonly bid?: unknown;
  readonly ask?: unknown;
  readonly last?: unknown;
  /**
   * The venue's own time of the quote, in milliseconds since 1970; NaN when it should be there and can't be read, null
   * where a feed has none.
   */
  readonly at: number | null;
}
