// Runs several bots at the same time until something happens to the venue.

import { AnswerLost } from "@evermark/client";
import { type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import type { Bot } from "./bot.ts";

/** The number of calls that each bot has under way at the same time. */
const HANDS = 4;

interface Load {
  /** Resolves when the bots have done this many actions since the start, or when all have ended. */
  reached(actions: number): Promise<void>;
  /** Resolves when every bot has ended, because it was stopped or because the venue is gone. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Lets bots trade until they are stopped or an answer does not come. Other errors reject `ended`. */
export function startLoad(bots: readonly Bot[], seed: number): Load {
  let actions = 0;
  let isStopped = false;
  const waiting = new Set<{ readonly actions: number; readonly resolve: () => void }>();
  const settle = (all: boolean) => {
    for (const waiter of waiting) {
      if (!all && waiter.actions > actions) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  };
  const work = async (bot: Bot, random: Random) => {
    while (!isStopped) {
      try {
        await bot.act(random);
      } catch (error) {
        if (error instanceof AnswerLost) return;
        throw error;
      }
      actions++;
      settle(false);
    }
  };
  const loops = bots.flatMap((bot, i) =>
    Array.from({ length: HANDS }, (_, hand) => work(bot, seededRandom(seed * 1_000 + i * HANDS + hand))),
  );
  const ended = Promise.all(loops).then(
    () => settle(true),
    (error) => {
      settle(true);
      throw error;
    },
  );
  return {
    ended,
    reached: (target) =>
      new Promise((resolve) => {
        waiting.add({ actions: target, resolve });
        settle(false);
      }),
    stop: () => {
      isStopped = true;
    },
  };
}
