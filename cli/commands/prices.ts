// `evermark prices`: what each outside price source of a running venue reports, and which of them count.

import type { ShownPrice, ShownSource } from "@evermark/venue/prices/feeds/feeds-view.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { askVenue } from "../operator-request.ts";
import { print } from "../report.ts";
import { type Cell, table } from "../table.ts";

const HEADINGS = [
  ...["of", "source", "feed", "pair", "price", "converted", "age", "weight"],
  ...["reconnects", "refused", "counts", "index"],
];

export function addPrices(program: Command): void {
  const command = program
    .command("prices")
    .description("show the quote of each price source of a running venue, whether it counts, and if not, why")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { dataDirectory } = configurationFrom(values);
  const { prices } = (await askVenue({ do: "prices", input: {} }, dataDirectory)) as { prices: readonly ShownPrice[] };
  print({ data: prices, lines: linesOfPrices(prices) }, values.json === true);
}

/** A row for each source; below the rows, a line for each price with too few sources that count. */
export function linesOfPrices(prices: readonly ShownPrice[]): readonly string[] {
  const rows = prices.flatMap((price) => price.sources.map((source) => rowOf(price, source)));
  const short = prices.filter(({ counting, needed }) => counting < needed);
  const lines = short.map(({ of, counting, needed }) => `${of}: ${counting} sources count, ${needed} have to`);
  return [...table(HEADINGS, rows), ...lines];
}

function rowOf({ of, index }: ShownPrice, source: ShownSource): readonly Cell[] {
  const { name, feed, pair, currency, price, converted, age_seconds, weight } = source;
  return [
    ...[of, name, feed, `${pair} (${currency})`, price, shortened(converted), age_seconds, weight],
    ...[source.reconnects, source.refused, source.counts ? "yes" : wordsOf(source), shortened(index)],
  ];
}

/** The trouble on a source's connection is added, since it explains why nothing arrives. */
function wordsOf({ reason, state, trouble }: ShownSource): string {
  return state === "open" || trouble === "" ? reason : `${reason}: ${trouble}`;
}

/** Cut to eight decimals; a converted price has more than are worth reading. */
function shortened(price: string | null): string | null {
  return price?.replace(/(\.\d{8})\d+$/, "$1") ?? null;
}
