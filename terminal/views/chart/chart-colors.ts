// The colours of the theme, for what is drawn on a canvas and not by the style sheet.

export interface ChartColors {
  readonly panel: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
  readonly raised: string;
  readonly rise: string;
  readonly fall: string;
  readonly riseSoft: string;
  readonly fallSoft: string;
  readonly accent: string;
  readonly warn: string;
  /** On a filled label. */
  readonly onFilled: string;
  /** Of indicators, in their order. */
  readonly indicators: readonly string[];
  readonly font: string;
}

/** Names of variables; the legend colours the names of indicators with them. */
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
    riseSoft: of("--rise-soft"),
    fallSoft: of("--fall-soft"),
    accent: of("--accent"),
    warn: of("--warn"),
    onFilled: of("--ground"),
    indicators: INDICATOR_COLORS.map(of),
    font: of("--font"),
  };
}

/** Calls back whenever theme, palette or accent change. @returns the function that stops it */
export function onColorsChange(root: Element, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ["data-theme", "data-palette", "style"] });
  return () => observer.disconnect();
}
