// A typed list of IP addresses. The venue decides which addresses are valid.

/** Separated by commas, blanks or lines; each once, in their order. */
export function addressesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((address) => address !== ""))];
}
