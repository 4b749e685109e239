// How the language of the page writes numbers: what stands between thousands, and what begins a fraction. What is shown and
// what is typed follow the same signs, so that a figure that is copied from the page is read as what it was.

export interface Numerals {
  /** Between groups of three digits. */
  readonly group: string;
  /** Before the fraction. */
  readonly point: string;
}

/** Of the texts in texts/english/. */
export const NUMERALS: Numerals = { group: ",", point: "." };
