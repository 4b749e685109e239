// Keys that run commands: never while somebody types, and never behind a dialog.

import { useEffect } from "react";
import { useTerminal } from "../state/terminal-state.ts";

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

export function useShortcuts(): void {
  const { commands, preferences, open } = useTerminal();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = event.defaultPrevented || event.isComposing ? undefined : keyOf(event);
      const command = key === undefined ? undefined : commands.withKey(key);
      if (command === undefined) return;
      const isPlain = !key?.startsWith("mod+");
      const isTyping = event.target instanceof Element && event.target.closest(TYPED) !== null;
      if (isPlain && (isTyping || !preferences.get().usesShortcuts)) return;
      // Something may be open already of which nothing is drawn yet, for its script is still on its way.
      const isCovered = open.get() !== null && open.get() !== BESIDE;
      if (isCovered || document.querySelector("dialog:modal") !== null) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [commands, preferences, open]);
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
