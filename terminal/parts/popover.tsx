// A panel that a button opens next to itself: the browser's own popover, closed by Escape or a press elsewhere.

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";

interface PopoverProps extends Omit<ButtonProps, "children"> {
  /** Accessible name of the button. */
  readonly label: string;
  /** Accessible name of the panel; default the button's. */
  readonly panelName?: string | undefined;
  /** Content of the button. */
  readonly face: ReactNode;
  /** Whether the popover opens on its own when it is mounted. */
  readonly isOpenAtFirst?: boolean | undefined;
  /** Content of the panel while it is open. */
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
    // After the press that made it appear, which would close it again.
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
        // The content is mounted before the panel is shown, and until it is hidden, so that focus inside it is given back.
        onBeforeToggle={({ newState }) => newState === "open" && setIsOpen(true)}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </section>
    </>
  );
}
