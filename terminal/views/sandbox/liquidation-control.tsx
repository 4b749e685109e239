// "Liquidate me": announces its effect on the market, moves the price, and can put it back: to the control of the price
// sources, if the venue has any.

import { ApiError } from "@evermark/client";
import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { digitsOf } from "../../format/figure-text.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { beyondLiquidation } from "./index-prices.ts";
import { largestPosition } from "./largest-position.ts";
import type { Controls } from "./use-controls.ts";

const { you: texts, prices: pricesTexts } = words.sandbox;
const REFUSED = -1012;

interface LiquidationControlProps {
  readonly controls: Controls;
  readonly session: AccountSession;
}

export function LiquidationControl({ controls: { run, isBusy }, session }: LiquidationControlProps) {
  const { venue } = useTerminal();
  const position = largestPosition(useCell(session.margin)?.rows ?? []);
  const index = useCell(venue.markets.of(position?.symbol ?? ""))?.index_price;
  const [isAsked, setAsked] = useState(false);
  const [before, setBefore] = useState<{ readonly symbol: string; readonly price: number }>();
  const setPrice = (symbol: string, price: string | null) =>
    venue.client.sandbox.setPrices({ prices: { [symbol]: price } });
  /** @returns false when prices are only set by hand, so that no source could take over */
  const setFree = async (symbol: string): Promise<boolean> => {
    try {
      await setPrice(symbol, null);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === REFUSED) return false;
      throw error;
    }
  };
  const rule = useCell(venue.rules).get(position?.symbol ?? "");
  // There is no price when the target would be below zero, or when no price liquidates: the venue then gives 0 or null.
  const price =
    rule && position?.est_liq_price
      ? beyondLiquidation(rule, position.est_liq_price, position.position_qty)
      : undefined;
  const plan = position !== undefined && index !== undefined && price !== undefined;
  return (
    <>
      <p className="sandbox-effect">{texts.liquidateEffect}</p>
      <div className="sandbox-buttons">
        <Button disabled={isBusy || !plan || isAsked} onClick={() => setAsked(true)}>
          {texts.liquidate}
        </Button>
        {before !== undefined && (
          <Button
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                const isFree = await setFree(before.symbol);
                if (!isFree) await setPrice(before.symbol, digitsOf(before.price));
                setBefore(undefined);
                return isFree ? pricesTexts.freed(before.symbol) : texts.backDone(before.symbol, before.price);
              })
            }
          >
            {texts.back}
          </Button>
        )}
      </div>
      {position === undefined && <p className="faint">{texts.noPosition}</p>}
      {position !== undefined && price === undefined && <p className="faint">{texts.noPrice}</p>}
      {isAsked && plan && (
        <div className="note sandbox-plan" data-tone="bad">
          <p>{texts.liquidatePlan(position.symbol, index, price)}</p>
          <div className="sandbox-buttons">
            <Button
              look="fall"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  setAsked(false);
                  await setPrice(position.symbol, price);
                  setBefore({ symbol: position.symbol, price: index });
                  return texts.liquidateDone(position.symbol, price);
                })
              }
            >
              {texts.sure}
            </Button>
            <Button onClick={() => setAsked(false)}>{words.common.cancel}</Button>
          </div>
        </div>
      )}
    </>
  );
}
