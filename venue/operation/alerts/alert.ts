// The declaration of an alert, which serves three uses: the rules that Prometheus reads, the page that explains what to
// do, and the test that makes the alert fire.

export interface Alert {
  readonly name: string;
  /** `page`: wake the operator; `ticket`: look at it today. */
  readonly severity: "page" | "ticket";
  /** A PromQL expression for the bad state; every series that it returns is one alert. */
  readonly when: string;
  /** How long that must last before the alert fires, in Prometheus' notation; at once when absent. */
  readonly for?: string;
  /** One line; names the series' labels where they help. */
  readonly summary: string;
  /** What has happened, and what it means for traders. */
  readonly means: string;
  /** What to do, in this order; Markdown, with links relative to `docs/reference/`. */
  readonly steps: readonly string[];
  /** Series that make the alert fire within a quarter of an hour: one value per minute, in Prometheus' notation. */
  readonly fires: Readonly<Record<string, string>>;
}
