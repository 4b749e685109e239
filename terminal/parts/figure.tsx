// Figures that rise and fall.

import type { ReactNode } from "react";
import { decimal } from "../format/decimal.ts";
import { words } from "../texts/words.ts";

interface ChangeProps {
  readonly value: number;
  /** As it stands there; default every digit of the value, with its sign. */
  readonly text?: string | undefined;
}

/** Coloured by its sign, which stands there too: colour alone says nothing to some. */
export function Change({ value, text = decimal(value, { isSigned: true }) }: ChangeProps) {
  return <span className={value > 0 ? "rise" : value < 0 ? "fall" : undefined}>{text}</span>;
}

interface DirectionProps {
  readonly direction: 1 | 0 | -1;
  readonly children: ReactNode;
}

/** Where a price came from: coloured, with an arrow, and in words. */
export function Direction({ direction, children }: DirectionProps) {
  if (direction === 0) return children;
  return (
    <span className={direction > 0 ? "rise" : "fall"}>
      {children}
      <svg className="direction" viewBox="0 0 8 8" aria-hidden>
        <path d={direction > 0 ? "M4 1 7 7H1Z" : "M4 7 1 1H7Z"} fill="currentColor" />
      </svg>
      <span className="unseen"> {direction > 0 ? words.common.risen : words.common.fallen}</span>
    </span>
  );
}
