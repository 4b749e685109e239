// Figures that rise and fall.

import { decimal } from "../format/decimal.ts";

interface ChangeProps {
  readonly value: number;
  /** As it stands there; default every digit of the value, with its sign. */
  readonly text?: string | undefined;
}

/** Coloured by its sign, which stands there too: colour alone says nothing to some. */
export function Change({ value, text = decimal(value, { isSigned: true }) }: ChangeProps) {
  return <span className={value > 0 ? "rise" : value < 0 ? "fall" : undefined}>{text}</span>;
}
