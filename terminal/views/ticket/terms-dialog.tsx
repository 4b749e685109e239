// The dialog for a market's margin mode and leverage: what they mean, and the venue's preview of a change.

import { useState } from "react";
import { marketName } from "../../format/market-name.ts";
import { wholeOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { Becomes, LiquidationPrice } from "../figures/becomes.tsx";
import { useLeveragePreview } from "./leverage-preview.ts";
import { setTerms } from "./set-terms.ts";
import type { Ticket } from "./ticket.ts";
import { type RefusalFigures, refusalText } from "./ticket-refusals.ts";
import type { TradingTerms } from "./trading-terms.ts";

const text = words.ticket.leverage;

interface TermsDialogProps {
  readonly ticket: Ticket;
  readonly symbol: string;
  readonly terms: TradingTerms;
  readonly onClose: () => void;
}

export function TermsDialog({ ticket, symbol, terms, onClose }: TermsDialogProps) {
  const terminal = useTerminal();
  const [mode, setMode] = useState(terms.marginMode);
  const [typed, setTyped] = useState(String(terms.leverage[terms.marginMode]));
  const [refusal, setRefusal] = useState<RefusalFigures | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Rules 5.7: the highest leverage is 1 ÷ base_imr, in whole numbers.
  const most = Math.floor(1 / (terminal.venue.rules.get().get(symbol)?.base_imr ?? 1) + 1e-9);
  const leverage = wholeOf(typed) ?? 0;
  const isValid = leverage >= 1 && leverage <= most;
  const preview = useLeveragePreview(isValid ? { symbol, leverage, margin_mode: mode } : null);
  const names = { CROSS: words.ticket.cross, ISOLATED: words.ticket.isolated };
  const choose = (chosen: typeof mode) => {
    setMode(chosen);
    setTyped(String(terms.leverage[chosen]));
    setRefusal(null);
  };
  const save = async () => {
    const session = terminal.account.get();
    if (session === null || !isValid || isBusy) return;
    setBusy(true);
    const refused = await setTerms(session.client, { symbol, mode, leverage }, terms);
    setBusy(false);
    ticket.terms.now();
    ticket.foresight.again();
    if (refused !== null) return setRefusal(refused);
    terminal.notify({ tone: "good", title: text.saved(marketName(symbol), names[mode], leverage) });
    onClose();
  };
  const shown = refusal ?? preview?.refusal ?? null;
  return (
    <Dialog title={text.title(marketName(symbol))} onClose={onClose}>
      <Choice
        label={text.mode}
        value={mode}
        options={[
          ["CROSS", names.CROSS],
          ["ISOLATED", names.ISOLATED],
        ]}
        onChoose={choose}
      />
      <p className="soft">{mode === "CROSS" ? text.crossMeans : text.isolatedMeans}</p>
      <DecimalField
        label={text.leverage}
        inputMode="numeric"
        unit="×"
        value={typed}
        hint={text.most(most)}
        fault={isValid ? undefined : text.whole(most)}
        onText={(digits) => {
          setTyped(digits);
          setRefusal(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void save();
        }}
      />
      <input
        type="range"
        aria-label={text.slider}
        min={1}
        max={most}
        value={isValid ? leverage : 1}
        onChange={({ target }) => setTyped(target.value)}
      />
      {preview?.after && (
        <dl className="facts">
          <Becomes
            name={words.ticket.preview.margin}
            before={preview.before.margin_used}
            after={preview.after.margin_used}
          />
          <Becomes
            name={words.ticket.preview.free}
            before={preview.before.free_collateral}
            after={preview.after.free_collateral}
          />
          <Becomes
            name={words.ticket.preview.liquidation}
            before={preview.before.position?.est_liq_price ?? 0}
            after={preview.after.position?.est_liq_price ?? 0}
            show={(price) => <LiquidationPrice symbol={symbol} price={price} />}
          />
        </dl>
      )}
      {shown !== null && (
        <p className="note" data-tone="bad" role="alert">
          {refusalText(shown).what} {refusalText(shown).advice}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button look="main" disabled={!isValid} aria-busy={isBusy} onClick={() => void save()}>
          {text.set}
        </Button>
      </div>
    </Dialog>
  );
}
