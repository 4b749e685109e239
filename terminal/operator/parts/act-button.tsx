// A button that opens the act's confirmation dialog. It is disabled, with the reason, for a key without the needed role.

import { roleOf } from "@evermark/client/operator.ts";
import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button, type ButtonProps } from "../../parts/button.tsx";
import type { ActSpec } from "./act-spec.ts";
import { AskingDialog } from "./asking-dialog.tsx";
import { useConsole } from "./use-console.ts";

interface ActButtonProps extends Pick<ButtonProps, "look"> {
  /** Fixed when the button is pressed: the open dialog does not change while the operator reads it. */
  readonly spec: ActSpec;
  readonly name?: string;
  /** Accessible name, where a column of buttons has the same text. */
  readonly label?: string;
}

export function ActButton({ spec, name = `${spec.verb}…`, label, look }: ActButtonProps) {
  const access = useCell(useConsole().access);
  const [asked, setAsked] = useState<ActSpec | null>(null);
  const role = roleOf(spec.act);
  const may = access.is === "open" && access.key.roles.includes(role);
  return (
    <>
      <Button
        {...{ look, "aria-label": label }}
        disabled={!may}
        title={may ? undefined : `This browser's key does not have the role ${role}.`}
        onClick={() => setAsked(spec)}
      >
        {name}
      </Button>
      {asked !== null && <AskingDialog spec={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
