// What a flood is: one thing that a client may ask a venue for, asked for as often as it can, from as many addresses and
// over as many connections as it likes.

import type { Identity } from "../attacker.ts";
import { requestBytes, Wire } from "../bare-wire.ts";
import type { Target } from "../target.ts";

export interface FloodGround {
  readonly target: Target;
  /** Accounts with money, a key that trades and one that only reads. */
  readonly identities: readonly Identity[];
  /** Ends the flood. */
  readonly signal: AbortSignal;
  /** Counts what was sent, or what came of it. */
  count(what: string, by?: number): void;
}

export interface Flood {
  /** What it does, as a person would say it. */
  readonly about: string;
  /**
   * It asks for what any client may ask for, and no more of it than each address may: what it takes are the cores, above all
   * where it shares them with the venue. So a server that does nothing is flooded as well, to hold the venue against.
   */
  readonly isOrdinary?: true;
  /** How many accounts it needs. */
  readonly identities: number;
  /** What must be there before it begins, and is no part of it. */
  prepare?(ground: FloodGround): Promise<void>;
  /** Goes on until the signal; what it has opened is closed then. */
  run(ground: FloodGround): Promise<void>;
}

/** Others than the honest traders' own; Linux routes all of 127.0.0.0/8 to itself. */
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

/** One after the other opens a connection and uses it, in so many lines at once, until the flood ends. */
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
        // A connection that is refused or reset is a limit at work.
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
