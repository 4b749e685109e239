// A flood: one kind of request that a client may send to a venue, sent as often as possible, from as many addresses and
// over as many connections as it likes.

import type { Identity } from "../attacker.ts";
import { requestBytes, Wire } from "../bare-wire.ts";
import type { Target } from "../target.ts";

export interface FloodGround {
  readonly target: Target;
  /** Accounts with money, a trading key and a read-only key. */
  readonly identities: readonly Identity[];
  /** Ends the flood. */
  readonly signal: AbortSignal;
  /** Counts something that was sent, or its outcome. */
  count(name: string, by?: number): void;
}

export interface Flood {
  /** A description for people. */
  readonly about: string;
  /**
   * Whether it sends only what every client may send, within the limits of each address. Then it takes mainly processor
   * time, above all when it shares the cores with the venue, so a server that does nothing is flooded as well for
   * comparison.
   */
  readonly isOrdinary?: true;
  /** How many accounts it needs. */
  readonly identities: number;
  /** Prepares what must exist before the flood begins. */
  prepare?(ground: FloodGround): Promise<void>;
  /** Runs until the signal, and then closes everything that it has opened. */
  run(ground: FloodGround): Promise<void>;
}

/** An address other than the honest traders' own; Linux routes all of 127.0.0.0/8 to itself. */
export function addressOf(number: number): string {
  return `127.0.${1 + Math.floor(number / 250)}.${2 + (number % 250)}`;
}

/** The same venue, from another address. */
export function from({ target }: Pick<FloodGround, "target">, number: number): Target {
  return { ...target, localAddress: target.localAddress === undefined ? undefined : addressOf(number) };
}

export function getBytes(path: string): Buffer {
  return requestBytes("GET", path, []);
}

/** Opens a connection and uses it, again and again, in `lines` parallel loops, until the flood ends. */
export async function inLines(
  ground: FloodGround,
  lines: number,
  use: (line: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const line = async (number: number): Promise<void> => {
    while (!ground.signal.aborted) {
      try {
        await use(number, ground.signal);
      } catch (error) {
        // A refused or reset connection is the effect of a limit.
        if (!(error instanceof Error && "code" in error)) throw error;
        ground.count(`connecting: ${String(error.code)}`);
        await Bun.sleep(1);
      }
    }
  };
  await Promise.all(Array.from({ length: lines }, (_, number) => line(number)));
}

/** A connection that is closed when the flood ends, so that nothing waits for an answer. */
export async function openWire({ signal }: Pick<FloodGround, "signal">, target: Target): Promise<Wire> {
  const wire = await Wire.open(target);
  if (signal.aborted) wire.close();
  else signal.addEventListener("abort", () => wire.close(), { once: true });
  return wire;
}
