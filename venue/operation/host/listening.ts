// The error that an operator reads when the venue can't listen where it is configured to: one line, with what to do.

import { lookup } from "node:dns/promises";
import type { Configuration } from "../../configuration/configuration.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";

type Place = Pick<Configuration, "host" | "port">;

const EXPECTED_HOST = "an address of this machine, or 0.0.0.0 or :: for all of them";

/**
 * Called first of all, because for an unknown name the server reports only that something is wrong.
 * @throws {ConfigurationMistake} when the host is neither an address nor a known name
 */
export async function assertHostKnown({ host }: Pick<Place, "host">): Promise<void> {
  try {
    await lookup(host);
  } catch (cause) {
    throw new ConfigurationMistake(`host: ${host} is the name of no machine; expected ${EXPECTED_HOST}`, { cause });
  }
}

/**
 * Translates an operating system's error into a mistake in the configuration; returns other errors unchanged.
 * @param table prefix of the names of the two keys
 */
export function listeningMistake(error: unknown, place: Place, table = ""): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const reason = typeof code === "string" ? reasons[code]?.(place) : undefined;
  return reason === undefined ? error : new ConfigurationMistake(`${table}${reason}`, { cause: error });
}

const PORT_MAX = 65_535;

/**
 * Listens at a port at this distance from the venue's own. If that port is taken, as by a second venue, it listens on a
 * free one and reports which.
 */
export function besideOr<Listener>(port: number, beside: number, listen: (at: number) => Listener): Listener {
  if (port === 0) return listen(0);
  try {
    return listen(port + beside <= PORT_MAX ? port + beside : port - beside);
  } catch {
    return listen(0);
  }
}

const foreign = ({ host }: Place): string => `host: ${host} is no address of this machine; expected ${EXPECTED_HOST}`;
const forbidden = ({ host, port }: Place): string =>
  `port: ${port} on ${host} is not open to this user; expected 1024 or above, or a proxy that has the port`;

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port }) => `port: ${port} on ${host} is in use; expected a free one (--port 0 takes any)`,
  EADDRNOTAVAIL: foreign,
  EAFNOSUPPORT: foreign,
  // A link-local address without its interface.
  EINVAL: foreign,
  EACCES: forbidden,
  EPERM: forbidden,
};
