// A dialog of the browser's own: it keeps the focus inside, and Escape closes it.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { words } from "../texts/words.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly size?: "wide" | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open as long as it is there. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the browser draws, and closed before it is gone: so the focus goes back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  // A browser may close it by itself. Asked for again before it is gone, it opens again.
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
        // What is said late, of one that is gone, would close what has been opened by the same name since.
        if (currentTarget.isConnected) onClose();
      }}
      onCancel={(event) => {
        // It is closed by the component that opened it: one that was closed but is still there could not be opened again.
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
