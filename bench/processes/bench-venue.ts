// A complete venue (journal, history, streams, REST) with funded accounts, for a child process to serve.

import { isUnavailable, type Submitted, type Unstamped } from "@evermark/core";
import { feeE5, micros, millis, rejectionWords } from "@evermark/engine";
import type { ChainConfiguration, Configuration } from "@evermark/venue/configuration/configuration.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { readNetworks } from "@evermark/venue/configuration/values/network.ts";
import { createLog } from "@evermark/venue/operation/reports/log.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
import type { Venue } from "@evermark/venue/venue.ts";
import { BROKER, type KnownAccount } from "../load/signed-orders.ts";

export interface VenueOpening {
  readonly directory: string;
  readonly accounts: readonly KnownAccount[];
  /** Requests carry a client address, so that what is limited by address can come from many. */
  readonly fromMany?: boolean;
  /** How its chain differs from that of a sandbox without one. */
  readonly chain?: Partial<ChainConfiguration>;
  /** How it reaches the other nodes of its venue. Absent if it stands alone. */
  readonly cluster?: Configuration["cluster"];
}

export interface BenchVenue {
  readonly running: RunningVenue;
  readonly port: number;
  /** The engine's numbers of the accounts. */
  readonly accounts: readonly number[];
}

const DEPOSIT = micros(5_000_000_000_000);
const CONNECTIONS_MAX = 10_000;
/** Limits are counted as usual, but they are raised so far that a measurement does not reach them. */
const LIMITS_FACTOR = 100_000;

export async function openBenchVenue(opening: VenueOpening): Promise<BenchVenue> {
  const { directory, accounts, fromMany = false } = opening;
  const usual = sandboxConfiguration(directory);
  const running = await runVenue(
    {
      ...usual,
      dataDirectory: directory,
      port: 0,
      demo: false,
      prices: "manual",
      chain: { ...usual.chain, ...opening.chain },
      cluster: opening.cluster ?? null,
      trustedProxies: fromMany ? readNetworks("127.0.0.1")! : [],
      limits: {
        ...usual.limits,
        connections: 2 * CONNECTIONS_MAX,
        connectionsPerIp: CONNECTIONS_MAX,
        socketsPerIp: 3 * CONNECTIONS_MAX,
        factor: LIMITS_FACTOR,
      },
    },
    createLog("warn", { readable: false, sink: { write: (line) => process.stderr.write(line) } }),
  );
  const { venue, url } = running;
  // A venue that ran before already has the builder.
  if (venue.engine.findBroker(BROKER) < 0) {
    await accepted(venue, { type: "add_broker", brokerId: BROKER, takerFee: feeE5(60), makerFee: feeE5(20) });
  }
  const numbers = await Promise.all(accounts.map((account) => openAccount(venue, account)));
  return { running, port: Number(new URL(url).port), accounts: numbers };
}

/** Another node of the venue may have opened the account already. */
async function openAccount(venue: Venue, { accountId, wallet, key }: KnownAccount): Promise<number> {
  const known = venue.engine.findAccount(accountId);
  if (known >= 0) return known;
  const { created: account } = await accepted(venue, { type: "open_account", accountId, wallet, brokerId: BROKER });
  const now = venue.clock.now();
  const terms = { scope: "read,trading", expiration: millis(now + 86_400_000), signedAt: millis(now) };
  await accepted(venue, { type: "bind_key", account, key, ...terms });
  const reference = `faucet:${account}:1`;
  await accepted(venue, { type: "credit_deposit", account, amount: DEPOSIT, source: "faucet", reference });
  return account;
}

export async function accepted(venue: Venue, command: Unstamped): Promise<Submitted> {
  const result = await venue.sequencer.send(command);
  if (isUnavailable(result)) throw new Error(result.unavailable);
  if (result.rejection !== null) throw new Error(`${command.type}: ${rejectionWords(result.rejection)}`);
  return result;
}
