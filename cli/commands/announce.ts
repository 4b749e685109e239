// `evermark announce`: tells everyone something through a running venue, or ends that. The venue is found by its data
// directory, which nobody else may write to.

import { existsSync } from "node:fs";
import { dataPaths } from "@evermark/venue/data-directory.ts";
import { type OperatorAnswer, OperatorCall, type OperatorRequest } from "@evermark/venue/operator-door.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

/** A venue looks every second. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

export function addAnnounce(program: Command): void {
  const command = program
    .command("announce")
    .description("announce something to everyone through a running venue, until it is withdrawn")
    .argument("[message]", "for people to read")
    .option("--url <address>", "where more is said")
    .option("--type <word>", "what it is about, such as maintenance")
    .option("--withdraw <id>", "end this announcement instead")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(message: string | undefined, values: FlagValues): Promise<void> {
  const request = requestOf(message, values);
  const { dataDirectory } = configurationFrom(values);
  const answer = await answerTo(request, dataDirectory);
  if ("refused" in answer) throw new CommandMistake(answer.refused);
  const id = request.do === "announce" ? answer.created : request.announcementId;
  const lines = [request.do === "announce" ? `announced as ${id}` : `withdrawn: ${id}`];
  print({ data: { announcement_id: id }, lines }, values.json === true);
}

/** @throws {CommandMistake} */
function requestOf(message: string | undefined, { url = "", type = "", withdraw }: FlagValues): OperatorRequest {
  if (withdraw === undefined) {
    if (message === undefined) throw new CommandMistake("message: not given; expected what is to be announced");
    return { do: "announce", message, url: String(url), kind: String(type) };
  }
  if (message !== undefined) throw new CommandMistake("message: not expected together with --withdraw");
  const announcementId = Number(withdraw);
  if (!Number.isSafeInteger(announcementId) || announcementId < 1) {
    throw new CommandMistake(`withdraw: ${withdraw}; expected the number of an announcement`);
  }
  return { do: "withdraw_announcement", announcementId };
}

/** @throws {CommandMistake} when no venue answers */
async function answerTo(request: OperatorRequest, dataDirectory: string): Promise<OperatorAnswer> {
  // To ask there would make it.
  if (!existsSync(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} does not exist; expected the data directory of a venue`);
  }
  const call = new OperatorCall(dataPaths(dataDirectory).operator, request, Date.now());
  const end = performance.now() + PATIENCE_MS;
  for (let answer = call.answer(); ; answer = call.answer()) {
    if (answer !== undefined) return answer;
    if (performance.now() > end) break;
    await Bun.sleep(LOOK_MS);
  }
  throw new CommandMistake(
    call.withdraw()
      ? `data: nobody took the request in ${dataDirectory}; is its venue running?`
      : `data: the venue of ${dataDirectory} took the request and has not answered yet: look at its announcements`,
  );
}
