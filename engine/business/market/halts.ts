// Halts of the whole venue: by its operator, and because its clock is in doubt. Rules 11.4.

import { askForPipeline, halt, resume } from "../../book/state-changes.ts";
import type { HaltForClock, HaltVenue } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { runDuePipelines } from "../../risk/price-pipeline.ts";

export const haltHandlers = handlers({
  halt_venue: haltVenue,
  halt_for_clock: haltForClock,
});

/** Halts every trading market, or resumes those that this command halted. */
function haltVenue(state: State, command: HaltVenue, answer: Answer, out: Listener): void {
  const { venue } = state;
  const { halted, reason } = command;
  if (halted === venue.halted) {
    answer.rejection = rejection("refused", {}, halted ? "the venue is halted already" : "the venue is not halted");
    return;
  }
  venue.halted = halted;
  venue.haltReason = halted ? reason : "";
  out.venue({ type: "venue_halt", halted, reason, at: state.now });
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    if (halted && market.state !== "HALTED") halt(state, market, "VENUE_HALT", reason, out);
    else if (!halted && market.state === "HALTED" && market.stateReason === "VENUE_HALT") {
      resume(state, market, "OPERATOR", reason, out);
    }
  }
  runDuePipelines(state, out);
}

/** Quotes stay on the book: most doubts about a clock are over within seconds. What was held back happens at the end. */
function haltForClock(state: State, { halted }: HaltForClock, answer: Answer, out: Listener): void {
  const { venue } = state;
  if (halted === venue.clockHalt) {
    answer.rejection = rejection("refused", {}, `trading is ${halted ? "" : "not "}halted for the clock already`);
    return;
  }
  venue.clockHalt = halted;
  out.venue({ type: "clock_halt", halted, at: state.now });
  // Offers end with a doubt about the clock, and return after it.
  if (state.behaviour >= STANDSTILL_SINCE) state.liquidations.due = true;
  if (venue.rests) return;
  for (const market of state.markets) askForPipeline(state, market);
  runDuePipelines(state, out);
}
