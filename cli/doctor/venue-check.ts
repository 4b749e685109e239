// Checks what a venue's configuration and its directory show: open files, prices, the proxy in front of it, who may
// read its data, and the age of its backup.

import { holdsNoVenue, openToOthers } from "@evermark/core";
import { readManifest, readStore } from "@evermark/core/backup/index.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

const OPEN_FILES_GOOD = 20_000;
const OPEN_FILES_MIN = 128;
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const HOUR_MS = 3_600_000;
/** A daily backup may finish an hour or two later than the day before. */
const BACKUP_HOURS_MAX = 26;

export function checkOpenFiles(openFiles: number | undefined): Finding {
  if (openFiles === undefined) return ok("files", "the system sets no limit that is known");
  const text = `${openFiles} may be open, including connections`;
  const remedy = "raise it: ulimit -n, LimitNOFILE= of systemd";
  if (openFiles < OPEN_FILES_MIN) return failed("files", text, remedy);
  return openFiles < OPEN_FILES_GOOD ? warning("files", text, remedy) : ok("files", text);
}

export function checkPrices({ prices, markets, feeds }: Configuration): Finding {
  if (markets.length === 0) return warning("prices", "no market is configured", "name markets and their sources");
  if (prices !== "feeds") return ok("prices", `${prices}, as a sandbox has them, for ${markets.length} markets`);
  const text = `${feeds.sources.length} sources for ${markets.length} markets`;
  const bare = markets.filter(({ parameters: { sources, minSources } }) => sources.length === minSources);
  if (bare.length === 0) return ok("prices", text);
  const names = bare.map(({ parameters: { symbol, minSources } }) => `${symbol} has the ${minSources} that it needs`);
  return warning("prices", `${text}; ${names.join(", ")}`, "name one more, or it halts while one of them is silent");
}

export function checkProxies({ mode, host, trustedProxies }: Configuration): Finding {
  if (!LOOPBACK.test(host)) {
    const text = `it listens on ${host}, without TLS`;
    return warning("proxies", text, "put a proxy that speaks TLS in front, and listen on 127.0.0.1");
  }
  if (trustedProxies.length > 0) return ok("proxies", `${trustedProxies.length} trusted, and it listens on ${host}`);
  if (mode === "sandbox") return ok("proxies", `none, and it listens on ${host} alone`);
  return warning(
    "proxies",
    "none is trusted: all of its clients share the limits of one address",
    "set trusted_proxies",
  );
}

export function checkReaders({ dataDirectory }: Configuration): Finding {
  if (holdsNoVenue(dataDirectory)) return ok("data", `${dataDirectory} holds no venue yet`);
  const [first, ...others] = openToOthers(dataDirectory);
  if (first === undefined) return ok("data", `${dataDirectory}, for its user alone`);
  const what = others.length === 0 ? first : `${first} and ${others.length} more`;
  return failed("data", `other users of this machine may read or write ${what}`, `chmod -R go-rwx ${dataDirectory}`);
}

export async function checkBackup({ backupPlace }: Configuration, nowMs: number): Promise<Finding> {
  if (backupPlace === null) return failed("backup", "no place is set", "set backup.place, and run evermark backup");
  const remedy = "evermark backup, by a timer or with --follow";
  try {
    const found = await readManifest(readStore(backupPlace));
    if (found === undefined) return failed("backup", `${backupPlace} holds none`, remedy);
    const hours = (nowMs - found.manifest.takenAt) / HOUR_MS;
    const text = `the newest in ${backupPlace} is ${Math.max(0, hours).toFixed(1)} hours old`;
    return hours > BACKUP_HOURS_MAX ? failed("backup", text, remedy) : ok("backup", text);
  } catch (error) {
    return failed("backup", `${backupPlace} can't be read (${(error as Error).message})`, "check it");
  }
}
