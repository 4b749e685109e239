// Finds turning points of histories: one number, a deposit or a price, is changed until something else happens, and
// then bisected down to two neighbouring values with different outcomes. The condition that decides there is tested to
// the micro.

import { type Command, joinListeners, micros, priceE8 } from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { Recorder } from "@evermark/engine/testing/recorder.ts";
import { RecordedEvents } from "./comparison/recorded-events.ts";

/** The same history twice, except for one number, which is one step higher in the second. */
export interface TurningPoint {
  readonly below: readonly Command[];
  readonly above: readonly Command[];
}

/** The factors by which a number of a history is multiplied. */
const PARTS = [0.97, 1.03, 0.8, 1.25, 0.3, 3, 0] as const;

/**
 * @param which of the numbers that can be changed
 * @returns null when changing it changes nothing that is reported
 */
export function turningPointOf(commands: readonly Command[], which: number): TurningPoint | null {
  const movable = commands.flatMap((command, place) => (numberOf(command) > 0 ? [place] : []));
  if (movable.length === 0) return null;
  const place = movable[which % movable.length]!;
  const moved = (value: number) => commands.with(place, withNumber(commands[place]!, value));
  const now = numberOf(commands[place]!);
  const course = courseOf(commands);
  const other = PARTS.map((part) => Math.max(1, Math.floor(now * part))).find(
    (value) => Number.isSafeInteger(value) && courseOf(moved(value)) !== course,
  );
  if (other === undefined) return null;
  let [same, different] = [now, other];
  while (Math.abs(different - same) > 1) {
    const middle = Math.floor((same + different) / 2);
    if (courseOf(moved(middle)) === course) same = middle;
    else different = middle;
  }
  return { below: moved(Math.min(same, different)), above: moved(Math.max(same, different)) };
}

/** Amounts that are deposited, withdrawn or moved, and prices set by hand; 0 for commands that are left unchanged. */
function numberOf(command: Command): number {
  switch (command.type) {
    case "credit_deposit":
    case "move_position_margin":
    case "request_withdrawal":
    case "top_up_insurance":
      return command.amount;
    case "set_index_prices":
      return command.prices[0]?.price ?? 0;
    default:
      return 0;
  }
}

function withNumber(command: Command, value: number): Command {
  if (command.type !== "set_index_prices") return { ...command, amount: micros(value) } as Command;
  const [first, ...others] = command.prices;
  return { ...command, prices: [{ ...first!, price: priceE8(value) }, ...others] };
}

/** The course of a history: what happens to its orders and accounts, without the amounts, which follow every number. */
function courseOf(commands: readonly Command[]): string {
  const engine = new EngineByOpening();
  const reported: string[] = [];
  for (const command of commands) {
    const [recorder, heard] = [new Recorder(), new RecordedEvents()];
    const listener = joinListeners(engine.translating(recorder), heard.listener);
    const answer = engine.engine.apply(engine.translated(command), listener);
    engine.answered(command, answer);
    const { rejection, status, reason } = answer;
    reported.push(rejection?.name ?? `${status}${reason}`);
    for (const { orderId, cause, reason: why, executed } of recorder.orders)
      reported.push(`${orderId}${cause}${why}${executed}`);
    for (const event of heard.liquidations) {
      reported.push(event.type);
      if (event.type === "offered" || event.type === "transferred") {
        for (const { market, quantity } of event.positions) reported.push(`${market}:${quantity}`);
      }
    }
  }
  return reported.join(" ");
}
