// Settings of the book: the price step, the sides shown, the unit of sizes, and the meaning of the bars.

import { useCell, useSelected } from "../../cells/use-cell.ts";
import { decimal } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { Choice } from "../../parts/choice.tsx";
import { Switch } from "../../parts/field.tsx";
import { MoreIcon } from "../../parts/icons.tsx";
import { Popover } from "../../parts/popover.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { type BookChoices, SIDES_SHOWN, SIZE_UNITS, type SidesShown, useBookChoices } from "./book-choices.ts";
import { type Grid, gridOf, stepsAt } from "./grouping.ts";

export function BookTools() {
  const { symbol: chosen, venue } = useTerminal();
  const symbol = useCell(chosen);
  const rule = useSelected(venue.rules, (rules) => rules.get(symbol));
  const { choices, choose } = useBookChoices();
  if (rule === undefined) return null;
  const grid = gridOf(rule);
  return (
    <span className="book-tools">
      <StepChoice
        {...{ symbol, grid }}
        step={choices.steps[symbol] ?? grid.tick}
        onChoose={(step) => choose({ steps: { ...choices.steps, [symbol]: step } })}
      />
      <Popover look="bare" label={words.book.settings} title={words.book.settings} face={<MoreIcon />}>
        {() => <Settings {...{ symbol, choices, choose }} />}
      </Popover>
    </span>
  );
}

interface SettingsProps {
  readonly symbol: string;
  readonly choices: BookChoices;
  readonly choose: (change: Partial<BookChoices>) => void;
}

function Settings({ symbol, choices, choose }: SettingsProps) {
  const units = { base: baseOf(symbol), quote: words.book.quote };
  return (
    <div className="book-settings">
      <Choice
        label={words.book.sides}
        value={choices.sides}
        options={SIDES_SHOWN.map((sides) => [sides, <SidesPicture key={sides} sides={sides} />] as const)}
        onChoose={(sides) => choose({ sides })}
      />
      <Choice
        label={words.book.unit}
        value={choices.unit}
        options={SIZE_UNITS.map((unit) => [unit, units[unit]] as const)}
        onChoose={(unit) => choose({ unit })}
      />
      <Switch
        label={words.book.addsUp}
        checked={choices.addsUp}
        onChange={({ target }) => choose({ addsUp: target.checked })}
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
  // Selected as text: the steps depend on the number of digits of the price, and rarely change with it.
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

/** Asks above, bids below. */
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
