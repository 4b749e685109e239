// The report of honest traders on their orders, and how often each of them places one.

/** Between an answer and the trader's next order. */
export const PACE_MS = 25;

/** The time of each order in milliseconds, by connection type; and how many were not answered, or refused. */
export interface HonestOrders {
  rest: number[];
  stream: number[];
  lost: number;
  refused: number;
}
