// Controls for a maintenance window: announces it and takes it back.

import { useState } from "react";
import { decimalOf, positiveOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { DecimalField, Field } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.maintenance;
const MINUTE_MS = 60_000;

export function MaintenanceControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { venue } = useTerminal();
  const { sandbox } = venue.client;
  const [startsIn, setStartsIn] = useState("5");
  const [lasts, setLasts] = useState("10");
  const [message, setMessage] = useState("");
  const [start, length] = [decimalOf(startsIn), positiveOf(lasts)];
  const announce = () =>
    run(async () => {
      const start_time = venue.now() + Math.round(Number(start) * MINUTE_MS);
      const end_time = start_time + Math.round(Number(length) * MINUTE_MS);
      await sandbox.setMaintenance({ start_time, end_time, ...(message !== "" && { message }) });
      return texts.done(start_time, end_time);
    });
  const takeBack = () =>
    run(async () => {
      await sandbox.setMaintenance({ start_time: 0 });
      return texts.tookBack;
    });
  return (
    <ControlSection title={texts.title} effect={texts.effect}>
      <form
        className="sandbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (start !== undefined && length !== undefined) announce();
        }}
      >
        <div className="sandbox-pair">
          <DecimalField label={texts.startsIn} unit={texts.minutes} value={startsIn} onText={setStartsIn} />
          <DecimalField label={texts.lasts} unit={texts.minutes} value={lasts} onText={setLasts} />
        </div>
        <Field
          label={texts.message}
          value={message}
          maxLength={200}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="sandbox-buttons">
          <Button type="submit" disabled={isBusy || start === undefined || length === undefined}>
            {texts.announce}
          </Button>
          <Button disabled={isBusy} onClick={takeBack}>
            {texts.takeBack}
          </Button>
        </div>
      </form>
    </ControlSection>
  );
}
