// What happens at the venue whose answers become the examples, chapter by chapter. The example of each endpoint and
// topic is its first occurrence.

import { topics } from "@evermark/interface/streams/topics.ts";
import { openAccounts, setUp } from "./chapters/accounts-chapter.ts";
import { signForContract } from "./chapters/delegates-chapter.ts";
import { restrictKeys } from "./chapters/keys-chapter.ts";
import { liquidate } from "./chapters/liquidation-chapter.ts";
import { keepFrames, listen, watchMarkets } from "./chapters/listening-chapter.ts";
import { fundAndSettle, moveMoney } from "./chapters/money-chapter.ts";
import { announce, operate, readNotifications } from "./chapters/operator-chapter.ts";
import { readMarkets, readTheRest } from "./chapters/reading-chapter.ts";
import { refer } from "./chapters/referral-chapter.ts";
import { placeAlgoOrders, readOrders, trade } from "./chapters/trading-chapter.ts";
import { openVault } from "./chapters/vaults-chapter.ts";
import { type Recording, rowNames } from "./exchange-recording.ts";
import { BTC, ETH, type Stage } from "./recording-stage.ts";

/** Topics that never send anything: nothing is ever converted, because USDC is the only collateral. */
const SILENT: readonly string[] = ["assetconvert"];

/** @throws {Error} with advice if an endpoint or a topic has no example in the end */
export async function playStory(stage: Stage): Promise<void> {
  await openAccounts(stage);
  await listen(stage);
  await setUp(stage);
  await refer(stage);
  await trade(stage);
  await stage.setPrice({ [BTC]: 60_010, [ETH]: 3_001 });
  await readOrders(stage);
  await placeAlgoOrders(stage);
  await fundAndSettle(stage);
  await moveMoney(stage);
  await openVault(stage);
  await liquidate(stage);
  await readNotifications(stage);
  await watchMarkets(stage);
  await announce(stage);
  await readMarkets(stage);
  const refused = await readTheRest(stage);
  await restrictKeys(stage);
  await signForContract(stage);
  await operate(stage);
  await keepFrames(stage);
  for (const stream of stage.streams) stream.close();
  requireComplete(stage.recording, refused);
}

function requireComplete(recording: Recording, refused: readonly string[]): void {
  const calls = rowNames.filter((name) => !recording.has(name));
  const frames = Object.keys(topics).filter((key) => !recording.hasFrame(key) && !SILENT.includes(key));
  if (calls.length + frames.length === 0) return;
  throw new Error(
    `without an example: ${[...calls, ...frames.map((key) => `topic ${key}`)].join(", ")}. Let it happen in a chapter of ` +
      "test/recording/story.ts, or give its parameters plain values in test/recording/plain-inputs.ts; then run " +
      `\`npm run examples\`. ${refused.join("; ")}`,
  );
}
