// A list of addresses as it is typed. What is an address the venue decides.

/** Separated by commas, blanks or lines; each once, in their order. */
export function addressesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((address) => address !== ""))];
}
