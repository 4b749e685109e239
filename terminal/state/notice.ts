// Something that is said once, at the edge of the screen, and can be read again.

export interface Notice {
  readonly id: string;
  readonly tone: "good" | "bad" | "neutral";
  readonly title: string;
  /** What to do about it, or the figures. */
  readonly text?: string | undefined;
}

export interface SaidNotice extends Notice {
  /** When it was said, by this machine's clock. */
  readonly at: number;
}
