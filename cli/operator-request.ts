// One operator request to a running venue. The venue is reached through its data directory, which only its operator may
// write to.

import { existsSync } from "node:fs";
import { dataPaths } from "@evermark/core";
import {
  type OperatorAnswer,
  OperatorCall,
  type OperatorRequest,
} from "@evermark/venue/operation/acts/operator-request-folder.ts";
import { CommandMistake } from "./explain.ts";

/** How long to wait. A venue takes a request at once, or within a second if it can't watch the folder. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/** @throws {CommandMistake} when the request is refused, or no venue answers */
export async function askVenue(
  request: OperatorRequest,
  dataDirectory: string,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await answerTo(request, dataDirectory);
  if ("refused" in answer) throw new CommandMistake(answer.refused);
  return answer.done;
}

async function answerTo(request: OperatorRequest, dataDirectory: string): Promise<OperatorAnswer> {
  // Writing the request would create the directory.
  if (!existsSync(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} does not exist; expected the data directory of a venue`);
  }
  const call = new OperatorCall(dataPaths(dataDirectory).operator, { ...request, by: userName() }, Date.now());
  const end = performance.now() + PATIENCE_MS;
  for (let answer = call.answer(); ; answer = call.answer()) {
    if (answer !== undefined) return answer;
    if (performance.now() > end) break;
    await Bun.sleep(LOOK_MS);
  }
  throw new CommandMistake(
    call.withdraw()
      ? `data: no venue picked up the request in ${dataDirectory}; is the venue running?`
      : `data: the venue in ${dataDirectory} picked up the request but has not answered yet: check whether it was carried out`,
  );
}

/**
 * As the system knows the user, regardless of environment variables; a container may run under a user id without a
 * name.
 */
function userName(): string {
  const { stdout, success } = Bun.spawnSync(["id", "-un"], { stderr: "ignore" });
  const name = success ? stdout.toString().trim() : "";
  return name === "" ? `uid-${process.getuid?.() ?? "unknown"}` : name;
}
