// Frames of a page, out of what its browser traced: how long the main thread worked from one frame to the next. Whatever
// it did in between counts, frames of streams and garbage as much as scripts, style, layout and paint.

/** As Chromium writes it; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of the thread's processor time. */
  readonly tdur?: number;
}

/** What begins to draw a frame on the main thread, and the kind of event that says when. */
const FRAME = "AnimationFrame::Render";
const BEGINS = "b";
const TASK = "RunTask";

export interface Frames {
  /** Milliseconds by the clock, by frame: others who have the cores meanwhile count too. */
  readonly work: readonly number[];
  /** Milliseconds of processor time: the page's own. */
  readonly busy: readonly number[];
  /** Milliseconds from one to the next. */
  readonly apart: readonly number[];
}

/** Of the page that drew the most; the others are hidden or drew nothing. */
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
    // Of the frame that the task's end belongs to: the one that begins within it is drawn by it.
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

/** The place of the last that is not above `limit`; −1 where all are. */
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
