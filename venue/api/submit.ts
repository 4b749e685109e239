// From a handler to the sequencer and back: a command goes in, what became of it comes out.

import { isUnavailable, type Submitted, type Unstamped } from "@evermark/core";
import type { ClaimInsuranceFund, ClaimLiquidation, MovePositionMargin, TransferFunds } from "@evermark/engine";
import type { EndpointRow } from "@evermark/interface/endpoint.ts";
import { refusalOf } from "../http/envelope/api-error.ts";
import { replayedHeader } from "../http/envelope/envelope.ts";
import type { Context } from "../http/routes/binding.ts";
import type { Venue } from "../venue.ts";
import { signedRequestOf } from "./signed-request.ts";

/**
 * Submits a command now, in the same turn, so that commands submitted in a loop stay together in the journal.
 * @returns what the engine answered, its refusals included
 * @throws {ApiError} -1011 when the journal can't take the command; nothing happened then
 */
export function submit(venue: Venue, command: Unstamped): Promise<Submitted> {
  return new Promise((resolve, reject) => {
    venue.sequencer.submit(command, (result) => {
      if (isUnavailable(result)) reject(refusalOf(result));
      else resolve(result);
    });
  });
}

/**
 * Submits a command that must succeed.
 * @throws {ApiError} also what the engine refused
 */
export async function submitAccepted(venue: Venue, command: Unstamped): Promise<Submitted> {
  const result = await submit(venue, command);
  if (result.rejection !== null) throw refusalOf(result.rejection);
  return result;
}

/** A row whose signed requests are carried out once. */
type OnceRow = EndpointRow & { readonly auth: "signed"; readonly once: true };
type OnceCommand = Unstamped<TransferFunds | MovePositionMargin | ClaimLiquidation | ClaimInsuranceFund>;

/**
 * The same for a row that says `once`: the same signed request again gets the first answer, and a header that says so.
 * Rules 9.5.
 * @throws {ApiError} as it was refused the first time
 */
export async function submitOnce(
  { venue, caller, request, reply }: Pick<Context<OnceRow>, "venue" | "caller" | "request" | "reply">,
  command: OnceCommand,
): Promise<Submitted> {
  const result = await submit(venue, { ...command, request: signedRequestOf(caller, request) });
  if (result.replayed) reply.header(replayedHeader(venue.configuration.brand), "true");
  if (result.rejection !== null) throw refusalOf(result.rejection);
  return result.replayed ? { ...result, at: result.firstAnsweredAt } : result;
}
