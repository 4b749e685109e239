// How an alert is declared: once, for the rules that Prometheus reads, for the page that says what to do, and for the test
// that makes it fire.

export interface Alert {
  readonly name: string;
  /** `page`: wake the operator; `ticket`: look at it today. */
  readonly severity: "page" | "ticket";
  /** What of the metrics must not be so; every series that it shows is one alert. */
  readonly when: string;
  /** For how long, in Prometheus' words, before it fires; at once when absent. */
  readonly for?: string;
  /** One line, with the labels of the series where they help. */
  readonly summary: string;
  /** What has happened, and what it means for traders. */
  readonly means: string;
  /** What to do, in this order; Markdown, with links as from `docs/reference/`. */
  readonly steps: readonly string[];
  /** Series, a value for each minute in Prometheus' notation, that make it fire after a quarter of an hour at the latest. */
  readonly fires: Readonly<Record<string, string>>;
}
