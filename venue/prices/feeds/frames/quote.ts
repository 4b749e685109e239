// What one message of a venue says of one pair, before anything is decided about it.

export interface Quote {
  /** As the venue names it. */
  readonly pair: string;
  /** As they stood in the message, text or a JSON number; null or undefined where it says nothing of them. */
  readonly bid?: unknown;
  readonly ask?: unknown;
  readonly last?: unknown;
  /**
   * The venue's own time of what it says, in milliseconds since 1970; NaN when it should be there and can't be read, null
   * where a feed has none.
   */
  readonly at: number | null;
}
