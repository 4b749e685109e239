// A native modal dialog: it keeps the focus inside, and Escape closes it.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { words } from "../texts/words.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly size?: "wide" | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open as long as it is mounted. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is removed from the page, so that the focus returns to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  // Opened before the browser paints. A browser may close the dialog on its own; rendered again before it is gone, it reopens.
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  });
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      onClose={({ currentTarget }) => {
        // A late close event of a dialog that is already gone must not close one opened since under the same name.
        if (currentTarget.isConnected) onClose();
      }}
      onCancel={(event) => {
        // Only the component that opened the dialog closes it: a dialog closed here but still mounted could not be opened again.
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="bare" aria-label={words.common.close} onClick={onClose}>
          ✕
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
