// The drawer at the edge of the page. The page makes room for it where there is enough, so that the trader sees the effect
// of each control and can trade meanwhile. Escape closes it when the focus is in the drawer or nowhere, unless a modal
// dialog is open.

import { useEffect, useId, useRef } from "react";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { AnnouncementControls } from "./announcement-controls.tsx";
import { ClockControls } from "./clock-controls.tsx";
import { FundControls } from "./fund-controls.tsx";
import { HaltControls } from "./halt-controls.tsx";
import { isLoopback } from "./loopback.ts";
import { MaintenanceControls } from "./maintenance-controls.tsx";
import { OwnControls } from "./own-controls.tsx";
import { PriceControls } from "./price-controls.tsx";
import { useControls } from "./use-controls.ts";

const texts = words.sandbox;

export function SandboxDrawer({ onClose }: { readonly onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { controls, isBusy, said } = useControls(drawer);
  useEffect(() => {
    const shown = drawer.current;
    shown?.show(); // Not modal: the page beside it stays usable.
    return () => shown?.close();
  }, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog:modal") !== null) return;
      const { activeElement } = document;
      const isElsewhere = activeElement !== document.body && !drawer.current?.contains(activeElement);
      if (!isElsewhere) onClose();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [onClose]);
  return (
    <dialog ref={drawer} className="sandbox" aria-labelledby={id} tabIndex={-1}>
      <div className="sandbox-head">
        <h2 id={id}>{texts.title}</h2>
        <Button look="bare" aria-label={words.common.close} onClick={onClose}>
          ✕
        </Button>
      </div>
      <div className="sandbox-body">
        <p className="soft">{texts.lead}</p>
        {!isLoopback(location.hostname) && (
          <p className="note" data-tone="bad">
            {texts.elsewhere}
          </p>
        )}
        <OwnControls controls={controls} />
        <PriceControls controls={controls} />
        <ClockControls controls={controls} />
        <HaltControls controls={controls} />
        <MaintenanceControls controls={controls} />
        <AnnouncementControls controls={controls} />
        <FundControls controls={controls} />
      </div>
      <output className="sandbox-said" aria-label={texts.said} data-tone={said?.tone}>
        {isBusy ? texts.busy : said?.text}
      </output>
    </dialog>
  );
}
