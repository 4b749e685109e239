// Every benchmark, in the order in which they run.

import { deposits } from "./deposits.ts";
import { engineMix } from "./engine-mix.ts";
import { enginePlaceCancel } from "./engine-place-cancel.ts";
import { engineScale } from "./engine-scale.ts";
import { fanOut } from "./fan-out.ts";
import { feeds } from "./feeds.ts";
import { floods } from "./floods.ts";
import { history } from "./history.ts";
import { historyRead } from "./history-read.ts";
import { hostileBodies } from "./hostile-bodies.ts";
import { journalAppend } from "./journal-append.ts";
import type { Benchmark } from "./measure.ts";
import { memory } from "./memory.ts";
import { orderToReport } from "./order-to-report.ts";
import { priceUpdate } from "./price-update.ts";
import { replay } from "./replay.ts";
import { restOrder } from "./rest-order.ts";
import { restRead } from "./rest-read.ts";
import { restart } from "./restart.ts";
import { soak } from "./soak.ts";
import { start } from "./start.ts";
import { terminal } from "./terminal.ts";
import { withdrawals } from "./withdrawals.ts";
import { wsOrder } from "./ws-order.ts";

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
  start,
  deposits,
  withdrawals,
  journalAppend,
  memory,
  soak,
];
