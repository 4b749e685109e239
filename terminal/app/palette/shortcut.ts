// Keys that run commands: never while the trader is typing, and never behind a dialog.

import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useTerminal } from "../../state/terminal-state.ts";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** @returns the name that commands use for the key; undefined for keys that belong to the browser */
export function keyOf({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey || key.length !== 1 || key === " ") return undefined;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key.toLowerCase();
}

const TYPED = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range])";

/** Anything open over the page takes the keys, except the sandbox drawer, which is beside the page. */
const BESIDE = "sandbox";

/**
 * A dialog that has already closed: browsers dispatch its close event a turn later, and a quick key can come before that.
 */
const LEAVING = "dialog:not([open])";

export function useShortcuts(): void {
  const { commands, preferences, open } = useTerminal();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = event.defaultPrevented || event.isComposing ? undefined : keyOf(event);
      const command = key === undefined ? undefined : commands.withKey(key);
      if (command === undefined) return;
      const isPlain = !key?.startsWith("mod+");
      if (isPlain && (isTypedInto(event.target) || !preferences.get().usesShortcuts)) return;
      if (document.querySelector("dialog:modal") !== null) return;
      if (open.get() !== null && open.get() !== BESIDE) {
        // A view may be open of which nothing is drawn yet, because its script is still loading.
        if (document.querySelector(LEAVING) === null) return;
        // Closed before the command runs: a command that opens the same view again would otherwise change nothing.
        flushSync(() => open.set(null));
      }
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [commands, preferences, open]);
}

/** A field keeps the focus for a moment after its dialog has closed. */
function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED) !== null && target.closest(LEAVING) === null;
}

/** The key as shown on the screen: `Ctrl K`, `B`, `?`. */
export function keyText(key: string, isApple: boolean): string {
  const [last = ""] = key.split("+").slice(-1);
  return key.startsWith("mod+") ? `${isApple ? "⌘" : "Ctrl"} ${last.toUpperCase()}` : last.toUpperCase();
}

/** Whether the Command key takes the place of Ctrl. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
