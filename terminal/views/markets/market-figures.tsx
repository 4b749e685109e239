// Figures of one market, in a row.

import type { ReactNode } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { decimal, percent, placesOf, rounded, short } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { remaining } from "../../format/time.ts";
import { Change, Direction } from "../../parts/figure.tsx";
import { type LastPrice, lastOf } from "../../session/market/last-price.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { interestValue, priceChange } from "./market-order.ts";

const NONE = "–";

export function MarketFigures({ symbol }: { readonly symbol: string }) {
  const { venue } = useTerminal();
  const market = useCell(venue.markets.of(symbol));
  const rule = useSelected(venue.rules, (rules) => rules.get(symbol));
  const tape = useCell(venue.feeds.tape(symbol));
  if (market === undefined || rule === undefined) return <p className="soft">{words.common.loading}</p>;
  const places = placesOf(rule.quote_tick);
  const price = (value: number) => decimal(value, { places });
  // Before the tape is loaded, and before the first trade, the daily figures have a price.
  const last: LastPrice = lastOf(tape) ?? { price: market["24h_close"], direction: 0 };
  const change = priceChange(last.price, market["24h_open"]);
  const base = baseOf(symbol);
  return (
    <>
      <p className="market-last">
        <span className="unseen">{words.markets.last} </span>
        <Direction direction={last.direction}>{price(last.price)}</Direction>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="market-scroll" aria-label={words.markets.figures} tabIndex={0}>
        <dl className="market-figures">
          <Item name={words.markets.change}>
            <Change
              value={change.amount}
              text={`${decimal(change.amount, { places, isSigned: true })} (${percent(rounded(change.fraction, 4), { isSigned: true, places: 2 })})`}
            />
          </Item>
          <Item name={words.markets.mark}>{price(market.mark_price)}</Item>
          <Item name={words.markets.index}>{price(market.index_price)}</Item>
          {market.expected_settlement_price !== undefined && rule.status !== "DELISTED" && (
            <Item name={words.markets.settlement} title={words.markets.settlementMeaning}>
              {price(market.expected_settlement_price)}
            </Item>
          )}
          <Item name={words.markets.funding(rule.funding_period)} title={words.markets.fundingMeaning}>
            <Change
              value={market.est_funding_rate}
              text={percent(market.est_funding_rate, { isSigned: true, places: 4 })}
            />{" "}
            <Countdown to={market.next_funding_time} />
          </Item>
          <Item name={words.markets.volume} title={`${decimal(market["24h_volume"])} ${base}`}>
            {short(market["24h_amount"])} USDC
          </Item>
          <Item name={words.markets.interest} title={`${decimal(market.open_interest)} ${base}`}>
            {short(interestValue(market))} USDC
          </Item>
          <Item name={words.markets.high}>{price(market["24h_high"])}</Item>
          <Item name={words.markets.low}>{price(market["24h_low"])}</Item>
        </dl>
      </section>
    </>
  );
}

/** On the venue's clock: a sandbox's may be hours ahead. */
function Countdown({ to }: { readonly to: number }) {
  const now = useCell(useTerminal().venue.clock);
  return <span className="soft">{now === 0 ? NONE : remaining(to - now)}</span>;
}

interface ItemProps {
  readonly name: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function Item({ name, title, children }: ItemProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
