// The dialog for the trader's preferences.

import type { ReactNode } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Switch } from "../../parts/field.tsx";
import { DEFAULTS } from "../../state/preferences.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ARRANGEMENTS, isArrangement } from "../workspace/arrangement.ts";

const { preference: names, arrangements } = words.shell;

export function PreferencesDialog({ onClose }: { readonly onClose: () => void }) {
  const terminal = useTerminal();
  const { theme, palette, arrangement, confirmsOrders, confirmsCloses, usesShortcuts } = useCell(terminal.preferences);
  const reset = () => {
    const { symbol, favourites } = terminal.preferences.get();
    terminal.prefer({ ...DEFAULTS, symbol, favourites });
    terminal.resetLayout();
  };
  return (
    <Dialog title={words.shell.preferences} onClose={onClose}>
      <Row name={names.theme}>
        <Choice
          label={names.theme}
          value={theme}
          options={[
            ["system", names.system],
            ["dark", names.dark],
            ["light", names.light],
          ]}
          onChoose={(chosen) => terminal.prefer({ theme: chosen })}
        />
      </Row>
      <Row name={names.palette}>
        <Choice
          label={names.palette}
          value={palette}
          options={[
            ["green-red", names.greenRed],
            ["blue-orange", names.blueOrange],
          ]}
          onChoose={(chosen) => terminal.prefer({ palette: chosen })}
        />
      </Row>
      <Row name={names.arrangement}>
        <Choice
          label={names.arrangement}
          value={isArrangement(arrangement) ? arrangement : "trading"}
          options={ARRANGEMENTS.map((name) => [name, arrangements[name]] as const)}
          onChoose={(chosen) => terminal.prefer({ arrangement: chosen })}
        />
      </Row>
      <Switch
        label={names.confirms}
        checked={confirmsOrders}
        onChange={({ target }) => terminal.prefer({ confirmsOrders: target.checked })}
      />
      <Switch
        label={names.confirmsCloses}
        checked={confirmsCloses}
        onChange={({ target }) => terminal.prefer({ confirmsCloses: target.checked })}
      />
      <Switch
        label={names.shortcuts}
        checked={usesShortcuts}
        onChange={({ target }) => terminal.prefer({ usesShortcuts: target.checked })}
      />
      <div className="dialog-foot">
        <Button onClick={() => terminal.resetLayout()}>{words.shell.command.resetLayout}</Button>
        <Button onClick={reset}>{names.reset}</Button>
      </div>
    </Dialog>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="preference">
      <span aria-hidden="true">{name}</span>
      {children}
    </div>
  );
}
