// A panel that a button opens beside itself: the browser's own popover, closed by Escape or a press elsewhere.

import "./popover.css";
import { type ReactNode, useId } from "react";
import { Button, type ButtonProps } from "./button.tsx";

interface PopoverProps extends Omit<ButtonProps, "children"> {
  /** What the button is called, and the panel. */
  readonly label: string;
  /** What stands on the button. */
  readonly face: ReactNode;
  readonly children: ReactNode;
}

export function Popover({ label, face, children, className, ...button }: PopoverProps) {
  const id = useId();
  return (
    <>
      <Button aria-label={label} title={label} popoverTarget={id} className={className} {...button}>
        {face}
      </Button>
      <section className="popover" id={id} popover="auto" aria-label={label}>
        {children}
      </section>
    </>
  );
}
