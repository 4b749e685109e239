// What can be chosen of the book: its sides, what bars mean, and the step of its prices.

import { useSelected } from "../../cells/use-cell.ts";
import { decimal } from "../../format/decimal.ts";
import { Choice } from "../../parts/choice.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { type BookChoices, SIDES_SHOWN, type SidesShown } from "./book-choices.ts";
import { type Grid, stepsAt } from "./grouping.ts";

interface BookToolsProps {
  readonly symbol: string;
  readonly grid: Grid;
  readonly step: number;
  readonly isLive: boolean;
  readonly choices: BookChoices;
  readonly choose: (change: Partial<BookChoices>) => void;
}

export function BookTools({ symbol, grid, step, isLive, choices, choose }: BookToolsProps) {
  return (
    <div className="book-tools">
      <Choice
        label={words.book.sides}
        value={choices.sides}
        options={SIDES_SHOWN.map((sides) => [sides, <SidesPicture key={sides} sides={sides} />] as const)}
        onChoose={(sides) => choose({ sides })}
      />
      <button
        type="button"
        className="book-sum"
        aria-pressed={choices.addsUp}
        title={words.book.addsUp}
        onClick={() => choose({ addsUp: !choices.addsUp })}
      >
        <span aria-hidden>Σ</span>
        <span className="unseen">{words.book.addsUp}</span>
      </button>
      <span className="book-stale" role="status">
        {!isLive && words.book.stale}
      </span>
      <StepChoice
        {...{ symbol, grid, step }}
        onChoose={(chosen) => choose({ steps: { ...choices.steps, [symbol]: chosen } })}
      />
    </div>
  );
}

interface StepChoiceProps {
  readonly symbol: string;
  readonly grid: Grid;
  readonly step: number;
  readonly onChoose: (step: number) => void;
}

function StepChoice({ symbol, grid, step, onChoose }: StepChoiceProps) {
  // The steps change with the number of the price's digits, not with the price.
  const offered = useSelected(useTerminal().venue.markets.of(symbol), (market) =>
    stepsAt(market?.mark_price ?? 0, grid).join(" "),
  );
  const steps = [...new Set([...offered.split(" ").map(Number), step])].sort((a, b) => a - b);
  return (
    <select
      className="book-step"
      aria-label={words.book.step}
      title={words.book.step}
      value={step}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {steps.map((offer) => (
        <option key={offer} value={offer}>
          {decimal(offer)}
        </option>
      ))}
    </select>
  );
}

const NAMES = { both: words.book.both, bids: words.book.onlyBids, asks: words.book.onlyAsks } as const;

/** Offers above, bids below. */
function SidesPicture({ sides }: { readonly sides: SidesShown }) {
  return (
    <span title={NAMES[sides]}>
      <svg className="book-sides" viewBox="0 0 14 14" aria-hidden>
        <rect className="book-sides-ask" width="14" height="6" rx="1" opacity={sides === "bids" ? 0.25 : 1} />
        <rect className="book-sides-bid" y="8" width="14" height="6" rx="1" opacity={sides === "asks" ? 0.25 : 1} />
      </svg>
      <span className="unseen">{NAMES[sides]}</span>
    </span>
  );
}
