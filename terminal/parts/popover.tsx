// A panel that a button opens beside itself: the browser's own popover, closed by Escape or a press elsewhere.

import "./popover.css";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";

interface PopoverProps {
  /** What the button is called, and the panel. */
  readonly label: string;
  /** What stands on the button. */
  readonly face: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

export function Popover({ label, face, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  return (
    <>
      <Button look="bare" aria-label={label} title={label} popoverTarget={id}>
        {face}
      </Button>
      <section className="popover" ref={panel} id={id} popover="auto" aria-label={label}>
        {children(() => panel.current?.hidePopover())}
      </section>
    </>
  );
}
