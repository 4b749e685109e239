// What honest traders say of their orders, and how often each of them places one.

/** Between an answer and the next order. */
export const PACE_MS = 25;

/** Milliseconds of each order, by the way that it went; and how many had no answer, or were refused. */
export interface HonestOrders {
  rest: number[];
  stream: number[];
  lost: number;
  refused: number;
}
