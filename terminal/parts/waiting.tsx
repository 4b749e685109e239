// Something that is not there yet.

import "./waiting.css";
import { words } from "../texts/words.ts";

interface WaitingProps {
  /** How many lines stand in for what comes. */
  readonly lines?: number | undefined;
}

/** Quiet bars in the place of figures; spoken as a word. */
export function Waiting({ lines = 4 }: WaitingProps) {
  return (
    <div className="waiting" role="status">
      <span className="unseen">{words.common.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="waiting-line" aria-hidden="true" />
      ))}
    </div>
  );
}
