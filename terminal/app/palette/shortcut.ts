// Keys that run commands: never while the trader types, and never behind a dialog.

import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useTerminal } from "../../state/terminal-state.ts";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** @returns what a command calls the key, or undefined for one that belongs to the browser */
export function keyOf({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey || key.length !== 1 || key === " ") return undefined;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key.toLowerCase();
}

const TYPED = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range])";

/** What opens over the page and takes the keys; the drawer of the sandbox leaves them to the page beside it. */
const BESIDE = "sandbox";

/** One that has closed already: a browser says so to its page a turn later, and a quick key comes before that. */
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
        // Something may be open already of which nothing is drawn yet, for its script is still on its way.
        if (document.querySelector(LEAVING) === null) return;
        // It is gone before the command runs: one that opens the same again would change nothing.
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

/** As it stands on the screen: `Ctrl K`, `B`, `?`. */
export function keyText(key: string, isApple: boolean): string {
  const [last = ""] = key.split("+").slice(-1);
  return key.startsWith("mod+") ? `${isApple ? "⌘" : "Ctrl"} ${last.toUpperCase()}` : last.toUpperCase();
}

/** Whether the Command key stands where others have Ctrl. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
