// The command palette: everything that can be done, and every market, found by typing.

import { Command as Palette } from "cmdk";
import { useEffect, useRef } from "react";
import { marketName } from "../format/market-name.ts";
import type { Command } from "../state/commands.ts";
import { useTerminal } from "../state/terminal-state.ts";
import { useCell } from "../state/use-cell.ts";
import { words } from "../texts/words.ts";
import { fit } from "./palette-fit.ts";
import { isApple, keyText } from "./shortcut.ts";

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const terminal = useTerminal();
  const commands = useCell(terminal.commands.all);
  const symbols = useCell(terminal.venue.symbols);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    return () => shown?.close();
  }, []);
  // What a command opens or focuses comes after the palette is gone, which gives the focus back to where it was.
  const run = (act: () => void) => () => {
    dialog.current?.close();
    queueMicrotask(act);
  };
  const others = commands.filter(({ id }) => id !== "palette");
  const groups = [...new Set(others.map(({ group }) => group))];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.shell.palette}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <Palette label={words.shell.palette} filter={fit} loop>
        <Palette.Input placeholder={words.shell.paletteHint} ref={input} />
        <Palette.List label={words.shell.palette}>
          <Palette.Empty>{words.shell.paletteEmpty}</Palette.Empty>
          {groups.map((heading) => (
            <Palette.Group key={heading} heading={heading}>
              {others.map(
                (command) =>
                  command.group === heading && (
                    <CommandItem key={command.id} command={command} onRun={run(command.run)} />
                  ),
              )}
            </Palette.Group>
          ))}
          <Palette.Group heading={words.shell.group.markets}>
            {symbols.map((symbol) => (
              <Palette.Item
                key={symbol}
                value={symbol}
                keywords={[marketName(symbol)]}
                onSelect={run(() => terminal.select(symbol))}
              >
                {marketName(symbol)}
              </Palette.Item>
            ))}
          </Palette.Group>
        </Palette.List>
      </Palette>
    </dialog>
  );
}

interface CommandItemProps {
  readonly command: Command;
  readonly onRun: () => void;
}

function CommandItem({ command: { id, name, words: others, key }, onRun }: CommandItemProps) {
  return (
    <Palette.Item value={id} keywords={[name, ...(others ?? [])]} onSelect={onRun}>
      <span className="palette-name">{name}</span>
      {key !== undefined && <kbd>{keyText(key, isApple())}</kbd>}
    </Palette.Item>
  );
}
