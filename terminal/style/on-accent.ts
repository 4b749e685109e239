// A readable text colour on the operator's accent colour.

/** Relative luminance of a colour such as #0e1116, as WCAG 2.2 defines it. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const BLACK = "#000000";
const WHITE = "#ffffff";

/** Black or white, whichever contrasts more; the better one has a contrast of at least 4.58 to any colour. */
export function onAccent(accent: string): string {
  return contrast(accent, BLACK) > contrast(accent, WHITE) ? BLACK : WHITE;
}
