// How the page's language writes numbers: the separator of thousands and the decimal point. Display and input use the same
// characters, so that a figure copied from the page is read as the same number.

export interface Numerals {
  /** Separator between groups of three digits. */
  readonly group: string;
  /** Decimal point. */
  readonly point: string;
}

/** The characters that go with the texts in texts/english/. */
export const NUMERALS: Numerals = { group: ",", point: "." };
