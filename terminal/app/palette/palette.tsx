// The command palette: everything that can be done, and every market, found by typing. The field keeps the focus, as a
// combobox does; arrow keys and the pointer choose in the list below it.

import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import type { Offer } from "../../state/commands.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { found } from "./palette-fit.ts";
import { nextPlace } from "./palette-keys.ts";
import { PaletteList } from "./palette-list.tsx";

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const offers = useOffers();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  // In the same turn as the key that opens it: a trader who types on types into it, and runs no command by a single key.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    return () => shown?.close();
  }, []);
  const groups = found(typed, offers, ({ name, words: others }) => [name, ...(others ?? [])]);
  const rows = groups.flatMap((group) => group.rows);
  // What is offered may become less while it is open.
  const chosen = Math.max(0, Math.min(place, rows.length - 1));
  // What a command opens or focuses comes after the palette is gone, which gives the focus back to where it was.
  const run = (offer: Offer | undefined) => {
    if (offer === undefined) return;
    dialog.current?.close();
    queueMicrotask(offer.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // What is still being put together, such as a Japanese word, takes these keys for itself.
    if (event.nativeEvent.isComposing) return;
    // The field keeps the focus for a moment after it has closed: Enter runs nothing then.
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
        // What is said late, of one that is gone, would close what has been opened by the same name since.
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

/** Commands under their headings, in the order in which they came, and then the markets. */
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
