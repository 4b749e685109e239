// The REST server of a venue in memory, for tests of answers: it has every endpoint of a sandbox, and no rate limit
// applies. A test states what it changes.

import { apiBindings } from "../api/index.ts";
import type { ConfigurationChanges } from "../configuration/load.ts";
import type { Binding } from "../http/routes/binding.ts";
import { type Api, createApi } from "../http/routes/server.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import type { Venue } from "../venue.ts";
import { type MemoryClock, type MemoryVenue, memoryVenue } from "./memory-venue.ts";

type ServerOptions = NonNullable<Parameters<typeof createApi>[2]>;

interface ServerTerms extends ServerOptions {
  /** Parts of the venue to be replaced. */
  readonly parts?: Partial<Venue>;
}

interface MemoryApiTerms extends ServerTerms {
  readonly configuration?: ConfigurationChanges;
  readonly clock?: MemoryClock;
  /** Controls of the sandbox to be replaced. */
  readonly controls?: Partial<SandboxControls>;
  /** Replaces the endpoints of a sandbox. */
  readonly bindings?: readonly Binding[];
}

export interface MemoryApi extends MemoryVenue {
  readonly api: Api;
  readonly bindings: readonly Binding[];
}

export function memoryApi(terms: MemoryApiTerms = {}): MemoryApi {
  const { configuration, clock, controls, ...rest } = terms;
  const memory = memoryVenue(configuration, clock);
  const { bindings = apiBindings({ ...controlsOf(memory), ...controls }), ...server } = rest;
  return { ...memory, bindings, api: serverOf({ ...memory, bindings }, server) };
}

/** A further server for the same venue. */
export function serverOf({ venue, bindings }: Omit<MemoryApi, "api">, { parts, ...options }: ServerTerms): Api {
  return createApi({ ...venue, ...parts }, bindings, { limitClock: fastClock(), ...options });
}

function controlsOf({ venue: { clock }, setNow }: MemoryVenue): SandboxControls {
  return {
    async advanceClock(ms) {
      setNow(clock.now() + ms);
      return clock.now();
    },
    pinPrice() {},
    freePrice() {},
    hasPriceSources: true,
    fundWallet: async () => null,
    askChain: async () => null,
  };
}

/** A clock that moves on by a minute with each request, which is the longest window of a rate limit. */
function fastClock(): () => number {
  let now = 0;
  return () => {
    now += 60_000;
    return now;
  };
}
