// The state of an act: in progress, lost, or the reason why it failed.

import { Button } from "../../../parts/button.tsx";
import { words } from "../../../texts/words.ts";
import type { ActState } from "./acts.ts";

const text = words.portfolio.acts;

interface ActNoteProps {
  readonly state: ActState;
  readonly why?: string | undefined;
  readonly onAsk: () => void;
}

export function ActNote({ state, why, onAsk }: ActNoteProps) {
  if (state.is === "lost") {
    return (
      <p className="note" data-tone="bad" role="alert">
        {state.found === "asking" ? text.asking : text.unreachable}{" "}
        {state.found === "unreachable" && <Button onClick={onAsk}>{text.ask}</Button>}
      </p>
    );
  }
  if (why === undefined || state.is === "pending") return null;
  return (
    <p className="note" data-tone="bad" role="alert">
      {text.refused}: {why}
    </p>
  );
}
