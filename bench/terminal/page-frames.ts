// The frames of a page, from its browser's trace: how long the main thread worked from one frame to the next.
// Everything that it did in between counts: frames of streams and garbage collection as well as scripts, style, layout
// and paint.

/** In Chromium's format; times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** In processor time of the thread. */
  readonly tdur?: number;
}

/** The event that begins to draw a frame on the main thread, and the phase that marks its beginning. */
const FRAME = "AnimationFrame::Render";
const BEGINS = "b";
const TASK = "RunTask";

export interface Frames {
  /** Milliseconds of wall-clock time for each frame, so other processes that use the cores affect it. */
  readonly work: readonly number[];
  /** Milliseconds of processor time that the page itself used. */
  readonly busy: readonly number[];
  /** Milliseconds from one frame to the next. */
  readonly apart: readonly number[];
}

/** The frames of the page that drew the most; the other pages are hidden or drew nothing. */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const thread = drawingThread(events);
  const own = events.filter((event) => threadOf(event) === thread);
  const starts = own
    .filter(isFrame)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const work = new Array<number>(Math.max(0, starts.length - 1)).fill(0);
  const busy = [...work];
  for (const { name, ph, ts, dur = 0, tdur = 0 } of own) {
    if (name !== TASK || ph !== "X") continue;
    // A task counts for the frame in which it ends, because a frame that begins within a task is drawn by it.
    const at = lastUpTo(starts, ts + dur);
    if (at < 0 || at >= work.length) continue;
    work[at]! += dur / 1_000;
    busy[at]! += tdur / 1_000;
  }
  return { work, busy, apart: work.map((_, at) => (starts[at + 1]! - starts[at]!) / 1_000) };
}

export function shareUnder(values: readonly number[], limit: number): number {
  return values.filter((value) => value < limit).length / values.length;
}

const isFrame = ({ name, ph }: TraceEvent) => name === FRAME && ph === BEGINS;
const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

function drawingThread(events: readonly TraceEvent[]): string | undefined {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (isFrame(event)) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The position of the last value that is not above `limit`; −1 if all are above it. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
