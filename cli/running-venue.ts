// Runs a venue from its start until it is asked to stop. Standard output gets one line, `ready <url>`, once requests
// are answered and the terminal's page is served; the log goes to standard error. Design 7.

import { openToOthers } from "@evermark/core";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { madeTerminal } from "@evermark/venue/http/pages/made-terminal.ts";
import { createProcessLog } from "@evermark/venue/operation/reports/log.ts";
import { runVenue } from "@evermark/venue/run.ts";
import type { Logger } from "pino";
import { CommandMistake } from "./explain.ts";
import { listenForEnd, listenForHangUp } from "./signals.ts";

/**
 * The errors that an unusable data directory causes (on some file systems its lock is an SQLite file), and what to do
 * about each.
 */
const UNWRITABLE: readonly (readonly [RegExp, string])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, "make room"],
  [/^(EROFS|SQLITE_READONLY.*)$/, "mount it so that it can be written"],
  [/^(EACCES|EPERM)$/, "give the venue's user access"],
  [/^(ENOTDIR|EEXIST|EISDIR)$/, "move away what stands there, and put back from a backup what was there before"],
  [/^(ENOENT|EIO|SQLITE_.*)$/, "check the disk, and start again or restore the directory from a backup"],
];

export async function start(configuration: Configuration): Promise<void> {
  const { log, reopen } = openedLog(configuration);
  const end = listenForEnd();
  listenForHangUp(() => {
    reopen();
    log.info("hang-up signal: the log is reopened, and the venue keeps running");
  });
  // Trading does not depend on the terminal's page: if it can't be built, requests for it are answered with the reason.
  const page = madeTerminal().catch((error: Error) => log.error({ err: error }, "the terminal can't be shown"));
  const venue = await runVenue(configuration, log).catch((error) => {
    throw explained(error, configuration);
  });
  warnOfReaders(configuration, log);
  await page;
  process.stdout.write(`ready ${venue.url}\n`);

  const failure = await Promise.race([end, venue.failed]);
  if (failure instanceof Error) {
    // This process can't be trusted any more; acknowledged commands are on disk.
    log.fatal({ err: failure }, "the venue can't go on");
    process.exit(1);
  }
  log.info({ signal: failure }, "stopping");
  await venue.stop();
  process.exit(0);
}

function openedLog(configuration: Configuration) {
  try {
    return createProcessLog(configuration);
  } catch (error) {
    throw new CommandMistake(`log_file ${configuration.logFile} can't be written: ${(error as Error).message}`);
  }
}

/** Files that an earlier version made, or that were restored from a backup, may have lost their permissions. */
function warnOfReaders({ dataDirectory }: Configuration, log: Logger): void {
  const [first, ...others] = openToOthers(dataDirectory);
  if (first === undefined) return;
  const what = others.length === 0 ? first : `${first} and ${others.length} more`;
  log.warn(`other users of this machine may read or write ${what}: chmod -R go-rwx ${dataDirectory}`);
}

function explained(error: unknown, { dataDirectory }: Configuration): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  const [, advice] = UNWRITABLE.find(([code]) => code.test(String(error.code))) ?? [];
  if (advice === undefined) return error;
  return new CommandMistake(`data directory ${dataDirectory} can't be written: ${error.message}; ${advice}`);
}
