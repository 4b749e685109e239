// Brings a venue up to its configuration: builders and markets that the venue does not know yet become commands like
// everything else, so that the journal alone shows how the venue came to be.

import { isUnavailable, type Sequencer, sendFirstCommands, type Unstamped } from "@evermark/core";
import { type Engine, Fault, MARKET_PARAMETERS, rejectionWords, writtenValue } from "@evermark/engine";
import type { Configuration } from "../../configuration/configuration.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { pinEveryMarket } from "../../prices/manual.ts";

/**
 * @throws {ConfigurationMistake} when the configuration contradicts the journal about a market
 * @throws {Fault} when the commands can't be journaled
 */
export async function bringUpToConfiguration(
  engine: Engine,
  sequencer: Sequencer,
  configuration: Configuration,
): Promise<void> {
  const isNew = engine.commandCount === 0;
  await sendFirstCommands(engine, sequencer, { raises: configuration.cluster === null });
  for (const { id, takerFee, makerFee } of configuration.brokers) {
    if (engine.findBroker(id) !== -1) continue;
    await succeed(sequencer, { type: "add_broker", brokerId: id, takerFee, makerFee });
  }
  for (const { parameters, initialPrice } of configuration.markets) {
    const known = engine.findMarket(parameters.symbol);
    if (known !== -1) {
      refuseChange(engine, known, parameters);
      await nameSources(engine, sequencer, known, { configuration, parameters });
    } else if (!awaitsAgreement(configuration)) {
      await succeed(sequencer, { type: "list_market", parameters, price: initialPrice });
    }
  }
  const { insuranceFund: amount } = configuration;
  if (isNew && amount > 0) await succeed(sequencer, { type: "top_up_insurance", amount, reference: "genesis" });
  if (configuration.prices === "manual") await succeed(sequencer, pinEveryMarket(engine));
}

/** With real money, a market is listed only once its sources agree, at the price on which they agree. */
function awaitsAgreement({ mode, prices }: Configuration): boolean {
  return mode === "production" && prices === "feeds";
}

interface Named {
  readonly configuration: Configuration;
  readonly parameters: Configuration["markets"][number]["parameters"];
}

/** Updates the sources of a market, which may change between two starts; sources that stay keep their reports. Rules 6.1. */
async function nameSources(
  engine: Engine,
  sequencer: Sequencer,
  market: number,
  { configuration, parameters: { symbol, sources } }: Named,
): Promise<void> {
  if (!configuration.feeds.sources.some(({ of }) => "market" in of && of.market === symbol)) return;
  const { state, parameters } = engine.market(market);
  const named = parameters.sources.filter((name) => name !== "");
  const isSame = named.length === sources.length && named.every((name) => sources.includes(name));
  if (!isSame && state !== "DELISTED") await succeed(sequencer, { type: "set_market_rules", market, sources });
}

/**
 * A listed market keeps the parameters of its listing, because orders and positions are counted in its ticks and lots.
 * Later changes by its operator are in the journal, and stay.
 */
function refuseChange(engine: Engine, market: number, wanted: Configuration["markets"][number]["parameters"]): void {
  const listed = engine.market(market).listedWith;
  for (const parameter of MARKET_PARAMETERS) {
    const { field, name } = parameter;
    // Sources are not compared: each start decides again which of them report.
    if (field === "sources" || listed[field] === wanted[field]) continue;
    const [is, was] = [wanted, listed].map((market) => writtenValue(parameter, market[field]));
    throw new ConfigurationMistake(
      `markets: ${name} of ${wanted.symbol} is ${is}, but the market is listed with ${was}; ` +
        "a listed market keeps its parameters, expected the same value or another data directory",
    );
  }
}

async function succeed(sequencer: Sequencer, command: Unstamped): Promise<void> {
  const result = await sequencer.send(command);
  if (isUnavailable(result)) throw new Fault(`${command.type} could not be journaled: ${result.unavailable}`);
  if (result.rejection !== null) throw new ConfigurationMistake(`${command.type}: ${rejectionWords(result.rejection)}`);
}
