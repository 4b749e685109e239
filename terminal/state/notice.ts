// A notice, shown once at the edge of the screen and listed among the messages afterwards.

export interface Notice {
  readonly id: string;
  readonly tone: "good" | "bad" | "neutral";
  readonly title: string;
  /** What to do about it, or the figures. */
  readonly text?: string | undefined;
}

export interface PastNotice extends Notice {
  /** When it was shown, on this machine's clock. */
  readonly at: number;
}
