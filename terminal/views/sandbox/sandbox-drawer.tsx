// The drawer at the edge of the page: it covers little, so that one sees what an act does. Escape closes it.

import { useEffect, useId, useRef } from "react";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { AnnouncementActs } from "./announcement-acts.tsx";
import { ClockActs } from "./clock-acts.tsx";
import { FundActs } from "./fund-acts.tsx";
import { HaltActs } from "./halt-acts.tsx";
import { isLoopback } from "./loopback.ts";
import { MaintenanceActs } from "./maintenance-acts.tsx";
import { OwnActs } from "./own-acts.tsx";
import { PriceActs } from "./price-acts.tsx";
import { useActs } from "./use-acts.ts";

const texts = words.sandbox;

export function SandboxDrawer({ onClose }: { readonly onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { acts, isBusy, said } = useActs();
  useEffect(() => {
    const shown = drawer.current;
    shown?.show(); // Not modal: the page beside it goes on.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={drawer}
      className="sandbox"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
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
        <OwnActs acts={acts} />
        <PriceActs acts={acts} />
        <ClockActs acts={acts} />
        <HaltActs acts={acts} />
        <MaintenanceActs acts={acts} />
        <AnnouncementActs acts={acts} />
        <FundActs acts={acts} />
      </div>
      <output className="sandbox-said" aria-label={texts.said} data-tone={said?.tone}>
        {isBusy ? texts.busy : said?.text}
      </output>
    </dialog>
  );
}
