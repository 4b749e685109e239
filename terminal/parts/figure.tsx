// Figures: as many places as there is room for, and those that rise and fall.

import type { ReactNode } from "react";
import { cut, decimal, moneyPlaces } from "../format/decimal.ts";
import { words } from "../texts/words.ts";

interface FigureProps {
  readonly value: number;
  /** So many are shown; undefined for all that there are. */
  readonly places: number | undefined;
  /** Zeros are added up to so many; default as many as are shown. */
  readonly padded?: number | undefined;
  readonly isSigned?: boolean | undefined;
}

/** The first places of a figure. Those after them are there without a width: they are copied, read aloud, and in the tooltip. */
export function Figure({ value, places, padded = places, isSigned }: FigureProps) {
  const text = decimal(value, { places: padded, isSigned });
  const [shown, rest] = places === undefined ? [text, ""] : cut(text, places);
  if (rest === "") return shown;
  return (
    <span title={text}>
      {shown}
      <span className="figure-rest">{rest}</span>
    </span>
  );
}

/** An amount of money. */
export function Money({ value, isSigned }: Pick<FigureProps, "value" | "isSigned">) {
  return <Figure {...{ value, isSigned }} places={moneyPlaces(value)} padded={2} />;
}

interface ChangeProps {
  readonly value: number;
  /** What stands there; default the value as money, with its sign. */
  readonly text?: ReactNode;
}

/** Coloured by its sign, which stands there too: colour alone says nothing to some. */
export function Change({ value, text = <Money value={value} isSigned /> }: ChangeProps) {
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
