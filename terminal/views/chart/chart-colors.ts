// The theme's colours, for drawing on a canvas, which the style sheet does not reach.

export interface ChartColors {
  readonly panel: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
  readonly raised: string;
  readonly rise: string;
  readonly fall: string;
  /** Colours of bars in the background. */
  readonly riseDim: string;
  readonly fallDim: string;
  readonly accent: string;
  readonly warn: string;
  /** Colours of indicators, in their order. */
  readonly indicators: readonly string[];
  readonly font: string;
}

/** Names of CSS variables; the legend also uses them to colour the names of indicators. */
export const INDICATOR_COLORS = ["--accent", "--warn", "--soft", "--focus", "--rise", "--fall"] as const;

export function chartColors(root: Element): ChartColors {
  const style = getComputedStyle(root);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    panel: of("--panel"),
    line: of("--line"),
    text: of("--text"),
    soft: of("--soft"),
    raised: of("--raised"),
    rise: of("--rise"),
    fall: of("--fall"),
    riseDim: dim(of("--rise")),
    fallDim: dim(of("--fall")),
    accent: of("--accent"),
    warn: of("--warn"),
    indicators: INDICATOR_COLORS.map(of),
    font: of("--font"),
  };
}

/** A six-digit colour at less than half its opacity. */
function dim(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}66` : color;
}

/** Calls `listener` whenever theme, palette or accent change. @returns a function that stops it */
export function onColorsChange(root: Element, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ["data-theme", "data-palette", "style"] });
  return () => observer.disconnect();
}
