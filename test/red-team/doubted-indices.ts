// Which indices are in doubt by the rules, determined from the commands alone, so that no engine's view has to be
// trusted: from a session's start until a tick that follows a report, and while fewer than half of the sources that
// count have reported in the last three seconds. A price set by hand is never in doubt. Rules 11.4.

import type { Answer, Command } from "@evermark/engine";

const RECENT_MS = 3_000;
const COUNTS_MS = 10_000;

export class Doubt {
  /** When each source of a market last reported. */
  private readonly reportTimes = new Map<number, Map<number, number>>();
  private readonly doubted = new Set<number>();
  private readonly quiet = new Set<number>();
  private startedAt = 0;

  isOf(market: number): boolean {
    return this.doubted.has(market);
  }

  /** Whether at the last tick too few of its sources were reporting. */
  isQuiet(market: number): boolean {
    return this.quiet.has(market);
  }

  observe(command: Command, { rejection }: Answer): void {
    if (rejection !== null) return;
    if (command.type === "oracle_prices")
      for (const { market, source } of command.prices) this.sourcesOf(market).set(source, command.at);
    if (command.type === "set_index_prices") for (const { market } of command.prices) this.reportTimes.delete(market);
    if (command.type === "start_session") this.startSession(command.at);
    if (command.type === "tick")
      for (const [market, sources] of this.reportTimes) this.look(market, sources, command.at);
  }

  private startSession(at: number): void {
    this.startedAt = at;
    for (const market of this.reportTimes.keys()) this.doubted.add(market);
  }

  private look(market: number, sources: ReadonlyMap<number, number>, now: number): void {
    const times = [...sources.values()];
    const counting = times.filter((at) => now - at <= COUNTS_MS).length;
    const recent = times.filter((at) => now - at <= RECENT_MS);
    const isNews = recent.some((at) => at >= this.startedAt);
    const isQuiet = recent.length === 0 || recent.length * 2 < counting;
    if (isQuiet) this.quiet.add(market);
    else this.quiet.delete(market);
    if (isNews && !isQuiet) this.doubted.delete(market);
    else this.doubted.add(market);
  }

  private sourcesOf(market: number): Map<number, number> {
    const known = this.reportTimes.get(market);
    if (known !== undefined) return known;
    const sources = new Map<number, number>();
    this.reportTimes.set(market, sources);
    return sources;
  }
}
