// The sandbox's own controls, which set prices and move time. Both become commands like everything else, so that a run
// with them can be replayed. Design 9.

import { FREED, micros, priceE8 } from "@evermark/engine";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { SandboxControls } from "../../operation/acts/sandbox-controls.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { fromMicros, MONEY_DECIMALS } from "../../wire/decimals.ts";
import { faucet } from "../funds/faucet.ts";
import { marketOf } from "../named/named-market.ts";
import { grantBindings } from "./grants.ts";
import { operatorBindings } from "./operator.ts";
import { operatorVaultBindings } from "./operator-vaults.ts";
import { sendToReceiver } from "./receiver-transfer.ts";

/** The most that one call can fund, in micros. */
const CHAIN_FAUCET_MAX = 100_000_000_000_000;

const NO_SOURCES = "no price can be set free: with --prices manual there is no source that it could follow";

const NO_CHAIN = "there is no chain of the sandbox's own, or it is not there yet";

export function sandboxControls(controls: SandboxControls): readonly Binding[] {
  const setPrices = bind(sandbox.setPrices, async (context) => {
    const { venue, body } = context;
    const prices = Object.entries(body.prices).map(([symbol, price]) => ({
      market: marketOf(venue, symbol),
      price: price === null ? FREED : priceE8(readPositive(symbol, price)),
    }));
    if (prices.length === 0) throw invalid("prices is invalid: it names no symbol");
    if (!controls.hasPriceSources && prices.some(({ price }) => price === FREED)) throw refusal("refused", NO_SOURCES);
    await context.submit({ type: "set_index_prices", prices });
    // The engine keeps a set price by itself; pinning only spares the simulation the work. Done last, so that
    // a refusal changes nothing.
    for (const { market, price } of prices) {
      if (price === FREED) controls.freePrice(market);
      else controls.pinPrice(market);
    }
    return undefined;
  });

  const advanceClock = bind(sandbox.advanceClock, async ({ body }) => ({
    time: await controls.advanceClock(body.advance_ms),
  }));

  const fundWallet = bind(sandbox.fundWallet, async ({ body }) => {
    const amount = micros(readPositive("usdc", body.usdc, MONEY_DECIMALS));
    if (amount > CHAIN_FAUCET_MAX) {
      throw invalid(`usdc is invalid: ${fromMicros(amount)}, expected at most ${fromMicros(CHAIN_FAUCET_MAX)}`);
    }
    const transaction = await controls.fundWallet(body.address.toLowerCase() as `0x${string}`, amount);
    if (transaction === null) throw refusal("refused", NO_CHAIN);
    return { tx_hash: transaction };
  });

  const askChain = bind(sandbox.askChain, async ({ body }) => {
    const answer = await controls.askChain(body.method, body.params ?? []);
    if (answer === null) throw refusal("refused", NO_CHAIN);
    return answer;
  });

  const operator = [...operatorBindings, ...operatorVaultBindings, ...grantBindings];
  return [faucet(), fundWallet, askChain, setPrices, advanceClock, sendToReceiver, ...operator];
}
