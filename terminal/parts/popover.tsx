// A panel that a button opens beside itself: the browser's own popover, closed by Escape or a press elsewhere.

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";

interface PopoverProps extends Omit<ButtonProps, "children"> {
  /** What the button is called. */
  readonly label: string;
  /** What the panel is called; default as the button. */
  readonly panelName?: string | undefined;
  /** What stands on the button. */
  readonly face: ReactNode;
  /** Whether it opens by itself when it appears. */
  readonly isOpenAtFirst?: boolean | undefined;
  /** What the panel holds while it is open. */
  readonly children: (close: () => void) => ReactNode;
}

export function Popover({ label, panelName = label, face, isOpenAtFirst, children, ...button }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const source = opener.current;
    if (!isOpenAtFirst || source === null) return;
    // After the press that has made it appear, which would close it again.
    const timer = setTimeout(() => panel.current?.showPopover({ source }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Button {...button} ref={opener} aria-label={label} popoverTarget={id}>
        {face}
      </Button>
      <section
        className="popover"
        ref={panel}
        id={id}
        popover="auto"
        aria-label={panelName}
        // There before it is shown, and until it is gone: what has the focus in it gives the focus back.
        onBeforeToggle={({ newState }) => newState === "open" && setIsOpen(true)}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </section>
    </>
  );
}
