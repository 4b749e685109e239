// The command palette: every command and every market, found by typing. The field keeps the focus, as in a combobox; arrow
// keys and the pointer choose in the list below it.

import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import type { Offer } from "../../state/offered-commands.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { matchingOffers } from "./palette-fit.ts";
import { nextPlace } from "./palette-keys.ts";
import { PaletteList } from "./palette-list.tsx";

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const offers = useOffers();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  // Synchronously with the key that opens it: a trader who keeps typing types into the field, and runs no single-key command.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    return () => shown?.close();
  }, []);
  const groups = matchingOffers(typed, offers, ({ name, words: others }) => [name, ...(others ?? [])]);
  const rows = groups.flatMap((group) => group.rows);
  // The offers may become fewer while the palette is open.
  const chosen = Math.max(0, Math.min(place, rows.length - 1));
  // The command runs after the palette is gone, since closing it gives the focus back to where it was.
  const run = (offer: Offer | undefined) => {
    if (offer === undefined) return;
    dialog.current?.close();
    queueMicrotask(offer.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Text still being composed, such as a Japanese word, uses these keys itself.
    if (event.nativeEvent.isComposing) return;
    // The field keeps the focus for a moment after it has closed: Enter must not run anything then.
    if (dialog.current?.open === false) return;
    const sizes = groups.map((group) => group.rows.length);
    const next = nextPlace(event, chosen, sizes);
    if (next !== undefined) setPlace(next);
    else if (event.key === "Enter") run(rows[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.shell.palette}
      onClose={({ currentTarget }) => {
        // A late close event of a dialog that is already gone must not close one opened since under the same name.
        if (currentTarget.isConnected) onClose();
      }}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <input
        ref={input}
        role="combobox"
        aria-label={words.shell.palette}
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={rows.length > 0 ? `${list}${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.shell.paletteHint}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
      />
      <PaletteList id={list} groups={groups} chosen={chosen} onChoose={setPlace} onRun={run} />
    </dialog>
  );
}

/** Commands under their headings, in the order in which they were offered, then the markets. */
function useOffers() {
  const terminal = useTerminal();
  const commands = useCell(terminal.commands.all);
  const symbols = useCell(terminal.venue.symbols);
  const others = commands.filter(({ id }) => id !== "palette");
  const groups = [...new Set(others.map(({ group }) => group))].map((heading) => ({
    heading,
    rows: others.filter(({ group }) => group === heading) as readonly Offer[],
  }));
  const markets = symbols.map(
    (symbol): Offer => ({
      id: symbol,
      name: marketName(symbol),
      run: () => terminal.select(symbol),
    }),
  );
  return [...groups, { heading: words.shell.group.markets, rows: markets }];
}
