// A venue's life before its files are damaged: real traders, and several ends by `kill -9` or in good order. After each
// start, everything that was acknowledged is queried. A life leaves a data directory, an older copy of it, and the
// pictures of what must be in it.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Signer } from "@evermark/client";
import { below, type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { type StartOptions, startVenue } from "../witness/venue-process.ts";
import { enginePictureOf, historyPictureOf, type Picture, register, registerTrader } from "./answered-clients.ts";

const ROUNDS = 3;
const TRADERS = 2;
/** The number of accounts that register at the same time with a venue in production. */
const REGISTRARS = 4;

export interface Kind {
  readonly mode: "sandbox" | "production";
  readonly prune: boolean;
}

export interface Life extends Disposable {
  readonly seed: number;
  /** When its pictures were taken, in milliseconds since 1970. */
  readonly bornAt: number;
  readonly kind: Kind;
  /** The venue's data directory at its end. */
  readonly left: string;
  /** An earlier directory of the same venue. */
  readonly older: string;
  /** The accounts of which there are pictures, and the pictures. */
  readonly people: readonly Signer[];
  readonly engineTruth: Picture;
  readonly historyTruth: Picture;
  /** A funded trader of whom there is no picture. Undefined in production, where no trader has money. */
  readonly trader: Signer | undefined;
  readonly kills: number;
  readonly acknowledged: number;
  /** The options to start a venue on a copy. */
  start(dataDirectory: string): StartOptions;
}

export function kindOf(seed: number): Kind {
  return { mode: seed % 3 === 2 ? "production" : "sandbox", prune: Math.floor(seed / 3) % 2 === 1 };
}

/** @throws {Error} if something that was acknowledged before a kill is missing after it */
export async function live(seed: number, rounds = ROUNDS): Promise<Life> {
  const kind = kindOf(seed);
  const random = seededRandom(seed);
  const temporary = temporaryDirectory();
  const [left, older] = [join(temporary.path, "left"), join(temporary.path, "older")];
  const options = startOptions(temporary.path, kind);
  const crowd = kind.mode === "sandbox" ? new Traders(random) : new Registrations(random);
  let kills = 0;
  let trader: Signer | undefined;
  for (let round = 0; round < rounds; round++) {
    await using venue = await startVenue(options(left));
    await crowd.comeBack(venue.url);
    if (round === 0 && kind.mode === "sandbox") trader = await registerTrader(venue.url);
    const { reached, ended } = crowd.work(venue.url, seed * ROUNDS + round);
    await reached;
    // The first round of a life ends in good order, so that every life has a snapshot.
    if (round > 0 && random() < 0.6) {
      await venue.process.kill();
      kills++;
    } else {
      await venue.process.terminate();
    }
    await ended;
    if (round === 0) cpSync(left, older, { recursive: true });
  }
  await using venue = await startVenue(options(left));
  await crowd.comeBack(venue.url);
  const people = crowd.people();
  const hasMoney = kind.mode === "sandbox";
  const engineTruth = await enginePictureOf(venue.url, people, hasMoney);
  const historyTruth = hasMoney ? await historyPictureOf(venue.url, people) : new Map<string, string>();
  crowd.close();
  if (random() < 0.5) await venue.process.kill();
  else await venue.process.terminate();
  const acknowledged = crowd.acknowledged();
  const dispose = () => temporary[Symbol.dispose]();
  return {
    seed,
    bornAt: Date.now(),
    kind,
    left,
    older,
    people,
    engineTruth,
    historyTruth,
    trader,
    kills,
    acknowledged,
    start: options,
    [Symbol.dispose]: dispose,
  };
}

function startOptions(path: string, { mode, prune }: Kind): (dataDirectory: string) => StartOptions {
  mkdirSync(path, { recursive: true });
  const file = join(path, "evermark.toml");
  writeFileSync(file, '[[brokers]]\nid = "demo"\n');
  const flags = [
    ["--config", file],
    ["--journal-segment-bytes", "65536"],
    ["--limits-factor", "100000"],
    prune ? ["--journal-prune"] : [],
  ].flat();
  return (dataDirectory) => ({ dataDirectory, mode, flags });
}

/** All traders that a venue has answered. */
interface Crowd {
  /** Queries a started venue for everything that was acknowledged. @throws {Error} if something is missing */
  comeBack(url: string): Promise<void>;
  /** `reached` resolves after some time, `ended` when the venue has exited. */
  work(url: string, seed: number): { readonly reached: Promise<void>; readonly ended: Promise<void> };
  people(): readonly Signer[];
  acknowledged(): number;
  close(): void;
}

class Traders implements Crowd {
  readonly #random: Random;
  #bots: Bot[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  async comeBack(url: string): Promise<void> {
    if (this.#bots.length === 0) {
      this.#bots = await Promise.all(Array.from({ length: TRADERS }, () => Bot.onboard(url)));
      return;
    }
    await Promise.all(this.#bots.map((bot) => bot.reconnect(url)));
    await expectPromisesKept(this.#bots);
  }

  work(_url: string, seed: number) {
    const load = startLoad(this.#bots, seed);
    return { reached: load.reached(250 + below(this.#random, 350)), ended: load.ended };
  }

  people(): readonly Signer[] {
    return this.#bots.map((bot) => bot.credentials);
  }

  acknowledged(): number {
    return this.#bots.reduce((sum, bot) => sum + [...bot.placements.values()].filter((one) => one.answer).length, 0);
  }

  close(): void {
    for (const bot of this.#bots) bot.close();
  }
}

class Registrations implements Crowd {
  readonly #random: Random;
  readonly #registered: Signer[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  async comeBack(url: string): Promise<void> {
    await enginePictureOf(url, this.#registered, false);
  }

  work(url: string) {
    const target = this.#registered.length + 20 + below(this.#random, 30);
    const reached = Promise.withResolvers<void>();
    const hand = async (): Promise<void> => {
      try {
        for (;;) {
          this.#registered.push(await register(url));
          if (this.#registered.length >= target) reached.resolve();
        }
      } catch {
        // The venue has exited; what it did not answer was not acknowledged.
        reached.resolve();
      }
    };
    const ended = Promise.all(Array.from({ length: REGISTRARS }, hand)).then(() => {});
    return { reached: reached.promise, ended };
  }

  people(): readonly Signer[] {
    return this.#registered;
  }

  acknowledged(): number {
    return this.#registered.length;
  }

  close(): void {}
}
