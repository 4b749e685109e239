// Parses the query of a request line into names and texts. The first of a repeated name counts; the others are ignored, as
// are names that no schema has.

/** @param query the part after the `?`; a broken escape is left as it is, for the schema to refuse */
export function parseQuery(query: string): Record<string, string> {
  // Without a prototype, so that `constructor` and the like are ordinary names.
  const members: Record<string, string> = Object.create(null);
  if (query === "") return members;
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (!(name in members)) members[name] = equals < 0 ? "" : decoded(pair.slice(equals + 1));
  }
  return members;
}

function decoded(text: string): string {
  return decodePart(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Decodes percent-encoding; text with a broken escape is left as it is. */
export function decodePart(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
