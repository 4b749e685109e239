// Every benchmark, in the order in which they run.

import { deposits } from "./chain/deposits.benchmark.ts";
import { withdrawals } from "./chain/withdrawals.benchmark.ts";
import { engineMix } from "./engine/engine-mix.benchmark.ts";
import { enginePlaceCancel } from "./engine/engine-place-cancel.benchmark.ts";
import { engineScale } from "./engine/engine-scale.benchmark.ts";
import { priceUpdate } from "./engine/price-update.benchmark.ts";
import { feeds } from "./feeds/feeds.benchmark.ts";
import type { Benchmark } from "./figures/measure.ts";
import { history } from "./history/history.benchmark.ts";
import { historyRead } from "./history/history-read.benchmark.ts";
import { journalAppend } from "./journal/journal-append.benchmark.ts";
import { replay } from "./journal/replay.benchmark.ts";
import { restart } from "./journal/restart.benchmark.ts";
import { restore } from "./journal/restore.benchmark.ts";
import { sharedAppend } from "./journal/shared-append.benchmark.ts";
import { start } from "./journal/start.benchmark.ts";
import { memory } from "./memory/memory.benchmark.ts";
import { soak } from "./memory/soak.benchmark.ts";
import { clusterOrder } from "./rest/cluster-order.benchmark.ts";
import { floods } from "./rest/floods.benchmark.ts";
import { hostileBodies } from "./rest/hostile-bodies.benchmark.ts";
import { restOrder } from "./rest/rest-order.benchmark.ts";
import { restRead } from "./rest/rest-read.benchmark.ts";
import { fanOut } from "./streams/fan-out.benchmark.ts";
import { orderToReport } from "./streams/order-to-report.benchmark.ts";
import { wsOrder } from "./streams/ws-order.benchmark.ts";
import { terminal } from "./terminal/terminal.benchmark.ts";

export const BENCHMARKS: readonly Benchmark[] = [
  engineMix,
  enginePlaceCancel,
  engineScale,
  priceUpdate,
  restOrder,
  restRead,
  hostileBodies,
  floods,
  feeds,
  orderToReport,
  wsOrder,
  terminal,
  fanOut,
  history,
  historyRead,
  replay,
  restart,
  restore,
  start,
  deposits,
  withdrawals,
  journalAppend,
  sharedAppend,
  clusterOrder,
  memory,
  soak,
];
