// A recorded find: the kit that gained, the shortened plan, and every step that the venue took, so that it can be
// played again on any engine and without the search.

import { type Command, type Engine, rejectionWords } from "@evermark/engine";
import type { Plan } from "./plan-play.ts";
import type { RingStep } from "./ring-session.ts";
import { Ledger, type Score } from "./score.ts";
import type { Find } from "./search.ts";

export interface RingRecording {
  readonly kit: string;
  readonly seed: number;
  /** In micros. */
  readonly gain: number;
  readonly fault: string;
  readonly plan: Plan;
  /** How many of the steps open the world. */
  readonly opening: number;
  readonly steps: readonly RingStep[];
}

export function recordingOf(kit: string, seed: number, { plan, played }: Find): RingRecording {
  const { score, fault, opening, steps } = played;
  return { kit, seed, gain: score.gain, fault, plan, opening, steps };
}

export function recordingText({ plan, steps, ...rest }: RingRecording): string {
  const lines = (list: readonly unknown[]) => list.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const { setting, moves } = plan;
  const planned = `"plan": { "setting": ${JSON.stringify(setting)}, "moves": [\n${lines(moves)}\n  ] }`;
  return `${head},\n  ${planned},\n  "steps": [\n${lines(steps)}\n  ]\n}\n`;
}

/**
 * Plays the steps again. `tell` is called for each with its text, its outcome, and the fund's value after it, in
 * micros.
 */
export function replayRecording(
  recording: RingRecording,
  engine: Engine,
  onStep: (replayed: { readonly step: number; readonly text: string; readonly fund: number }) => void,
): Score {
  const ledger = new Ledger(engine);
  for (const [step, recorded] of recording.steps.entries()) {
    const text = "said" in recorded ? takeSourcePrice(ledger, recorded) : take(ledger, recorded.command);
    ledger.watch();
    onStep({ step, text, fund: ledger.fund() });
  }
  return ledger.finish();
}

function takeSourcePrice(ledger: Ledger, { said, market }: { readonly said: number; readonly market: number }): string {
  ledger.setSourcePrice(market, said);
  return `sources would report ${said} for market ${market}`;
}

function take(ledger: Ledger, command: Command): string {
  const answer = ledger.apply(command);
  if (answer.rejection !== null) return `${JSON.stringify(command)}  refused: ${rejectionWords(answer.rejection)}`;
  const outcome = command.type === "place_order" ? `  order ${answer.orderId} ${answer.status}` : "";
  return `${JSON.stringify(command)}${outcome}`;
}
