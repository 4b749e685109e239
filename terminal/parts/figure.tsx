// Figures: cut to the places that have room, and coloured when they rise and fall.

import type { ReactNode } from "react";
import { cut, decimal, moneyPlaces } from "../format/figure-text.ts";
import { words } from "../texts/words.ts";

interface FigureProps {
  readonly value: number;
  /** How many places are shown; undefined for all. */
  readonly places: number | undefined;
  /** Pads with zeros to this many places; default as many as are shown. */
  readonly padded?: number | undefined;
  readonly isSigned?: boolean | undefined;
}

/** The first places of a figure. The others are present with zero width: they are copied, read aloud, and in the tooltip. */
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
  /** What is shown; default the value as money, with its sign. */
  readonly text?: ReactNode;
}

/** Coloured by its sign, which is shown too: not everyone can tell the colours apart. */
export function Change({ value, text = <Money value={value} isSigned /> }: ChangeProps) {
  return <span className={value > 0 ? "rise" : value < 0 ? "fall" : undefined}>{text}</span>;
}

interface DirectionProps {
  readonly direction: 1 | 0 | -1;
  readonly children: ReactNode;
}

/** Whether a price has risen or fallen: as a colour, an arrow, and in words. */
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
