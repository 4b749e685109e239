// The account's figures now, and with the order when the preview is of the order itself.

import { type Ratios, shareText, usageOf } from "../../session/account/margin-usage.ts";
import { words } from "../../texts/words.ts";
import { Becomes, LiquidationPrice } from "../figures/becomes.tsx";
import type { OrderPreview } from "./order-previewer.ts";

const text = words.ticket.preview;

interface AccountFiguresProps {
  readonly preview: OrderPreview;
  readonly symbol: string;
  /** Whether the preview is of the order itself. */
  readonly isWhole: boolean;
}

export function AccountFigures({ preview, symbol, isWhole }: AccountFiguresProps) {
  const { before, margin_mode } = preview;
  const after = isWhole ? preview.after : null;
  const isIsolated = margin_mode === "ISOLATED";
  return (
    <>
      <h2>{after === null ? text.now : text.after}</h2>
      <dl className="facts">
        {isIsolated ? (
          <>
            <Becomes name={text.isolatedMargin} before={before.position?.margin ?? 0} after={after?.position?.margin} />
            <Becomes name={text.reserved} before={before.isolated_order_frozen} after={after?.isolated_order_frozen} />
          </>
        ) : (
          <Becomes name={text.margin} before={before.margin_used} after={after?.margin_used} />
        )}
        <Becomes name={text.free} before={before.free_collateral} after={after?.free_collateral} />
        <Becomes
          name={text.usage}
          before={shareOf(before)}
          after={after ? shareOf(after) : undefined}
          show={shareText}
        />
        <Becomes
          name={text.liquidation}
          before={before.position?.est_liq_price ?? 0}
          after={after === null ? undefined : (after.position?.est_liq_price ?? 0)}
          show={(price) => <LiquidationPrice symbol={symbol} price={price} />}
        />
      </dl>
    </>
  );
}

const shareOf = (standing: Ratios): number => usageOf(standing)?.share ?? 0;
