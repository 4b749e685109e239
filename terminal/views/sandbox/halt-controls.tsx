// Controls for states of markets, and for a halt of all markets.

import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Field, SelectField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import { MarketField } from "./market-field.tsx";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.halts;
type MarketState = keyof typeof texts.states;
const STATES = Object.entries(texts.states) as readonly (readonly [MarketState, string])[];

export function HaltControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { venue, symbol: lookedAt } = useTerminal();
  const { sandbox } = venue.client;
  const [symbol, setSymbol] = useState(() => lookedAt.get());
  const [state, setState] = useState<MarketState>("REDUCE_ONLY");
  const [reason, setReason] = useState("");
  const halt = (halted: boolean) =>
    run(async () => {
      await sandbox.setHalt({ halted, ...(reason !== "" && { reason }) });
      return halted ? texts.halted : texts.resumed;
    });
  return (
    <ControlSection title={texts.title} effect={texts.effect}>
      <form
        className="sandbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await sandbox.setMarket({ symbol, state, ...(reason !== "" && { reason }) });
            return texts.done(symbol, texts.states[state]);
          });
        }}
      >
        <div className="sandbox-pair">
          <MarketField label={texts.market} symbol={symbol} onSymbol={setSymbol} />
          <SelectField
            label={texts.state}
            value={state}
            options={STATES}
            onChange={({ target }) => setState(target.value as MarketState)}
          />
        </div>
        <div className="sandbox-line">
          <Field
            label={texts.reason}
            value={reason}
            maxLength={200}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" disabled={isBusy}>
            {texts.set}
          </Button>
        </div>
      </form>
      <p className="sandbox-effect">{texts.venueEffect}</p>
      <div className="sandbox-buttons">
        <Button disabled={isBusy} onClick={() => halt(true)}>
          {texts.halt}
        </Button>
        <Button disabled={isBusy} onClick={() => halt(false)}>
          {texts.resume}
        </Button>
      </div>
    </ControlSection>
  );
}
