// Controls for announcements: publishes, lists and withdraws them.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.announcements;

export function AnnouncementControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { venue } = useTerminal();
  const { sandbox } = venue.client;
  const announced = useCell(venue.announcements);
  const [message, setMessage] = useState("");
  const [url, setUrl] = useState("");
  const announce = () =>
    run(async () => {
      await sandbox.announce({ message, ...(url !== "" && { url }) });
      setMessage("");
      setUrl("");
      return texts.done;
    });
  const withdraw = (announcement_id: number) =>
    run(async () => {
      await sandbox.withdrawAnnouncement({ announcement_id });
      venue.refreshAnnouncements();
      return texts.withdrawn;
    });
  return (
    <ControlSection title={texts.title} effect={texts.effect}>
      <form
        className="sandbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          announce();
        }}
      >
        <Field
          label={texts.message}
          value={message}
          maxLength={1_000}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="sandbox-line">
          <Field
            label={texts.url}
            placeholder="https://…"
            value={url}
            maxLength={500}
            onChange={({ target }) => setUrl(target.value)}
          />
          <Button type="submit" disabled={isBusy || message === ""}>
            {texts.announce}
          </Button>
        </div>
      </form>
      <ul className="sandbox-list">
        {announced.map(({ announcement_id, message: said }) => (
          <li key={announcement_id}>
            <span>{said}</span>
            <Button
              look="bare"
              aria-label={texts.withdrawOne(said)}
              disabled={isBusy}
              onClick={() => withdraw(announcement_id)}
            >
              {texts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </ControlSection>
  );
}
