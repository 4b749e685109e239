// `evermark announce`: publishes an announcement through a running venue, or ends one.

import type { OperatorRequest } from "@evermark/venue/operation/acts/operator-request-folder.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { askVenue } from "../operator-request.ts";
import { print } from "../report.ts";

export function addAnnounce(program: Command): void {
  const command = program
    .command("announce")
    .description("make an announcement to all users of a running venue, until it is withdrawn")
    .argument("[message]", "the text to announce")
    .option("--url <address>", "address of a page with more information")
    .option("--type <word>", "subject, such as maintenance")
    .option("--withdraw <id>", "withdraw this announcement instead")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(message: string | undefined, values: FlagValues): Promise<void> {
  const request = requestOf(message, values);
  const { dataDirectory } = configurationFrom(values);
  const done = await askVenue(request, dataDirectory);
  const { announcement_id: id } = request.do === "announce" ? done : request.input;
  const lines = [request.do === "announce" ? `announced as ${id}` : `withdrawn: ${id}`];
  print({ data: { announcement_id: id }, lines }, values.json === true);
}

/** @throws {CommandMistake} */
function requestOf(message: string | undefined, { url, type, withdraw }: FlagValues): OperatorRequest {
  if (withdraw === undefined) {
    if (message === undefined) throw new CommandMistake("message: not given; expected the text to announce");
    return { do: "announce", input: { message, url, type } };
  }
  if (message !== undefined) throw new CommandMistake("message: not expected together with --withdraw");
  const announcementId = Number(withdraw);
  if (!Number.isSafeInteger(announcementId) || announcementId < 1) {
    throw new CommandMistake(`withdraw: ${withdraw}; expected the number of an announcement`);
  }
  return { do: "withdraw_announcement", input: { announcement_id: announcementId } };
}
