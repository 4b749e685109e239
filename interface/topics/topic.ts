// The row of a topic, and the shapes that many rows share. Streams 4 and 8.

import Type, { type TSchema } from "typebox";

export const TOPIC_INTERVALS = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"] as const;
export type TopicInterval = (typeof TOPIC_INTERVALS)[number];
/** The spans of a chart of past prices; the month is `1M` here. */
export const CHART_INTERVALS = ["1m", "1h", "4h", "12h", "1d", "1w", "1M"] as const;
export type ChartInterval = (typeof CHART_INTERVALS)[number];

/** When frames are sent: on a schedule, on a change but at most every `ms`, or with each event. */
export type Cadence =
  | { readonly kind: "every"; readonly ms: number }
  | { readonly kind: "changes"; readonly ms: number }
  | { readonly kind: "events" };

export interface TopicRow {
  readonly name: string;
  /** Other names with the same meaning; frames repeat the one that was subscribed to. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly stream: "public" | "private";
  readonly cadence: Cadence;
  /** Whether a new subscriber gets the current value right after the acknowledgement. Streams 3.4. */
  readonly startsWithCurrent: boolean;
  /** `params` of the subscribe frame. */
  readonly params?: TSchema;
  /** The shape of `data`. */
  readonly data: TSchema;
  readonly source: string;
}

/** Declares a row and keeps its literal types, from which the client's types follow. */
export const topic = <const Row extends TopicRow>(row: Row): Row => row;

export const everySecond = { kind: "every", ms: 1_000 } as const;
export const everyMinute = { kind: "every", ms: 60_000 } as const;
export const events = { kind: "events" } as const;

export const integer = Type.Integer();
export const number = Type.Number();
export const text = Type.String();
export const numberThatIs = (description: string) => Type.Number({ description });
export const integerThatIs = (description: string) => Type.Integer({ description });
export const textThatIs = (description: string) => Type.String({ description });
export const numberOrNull = Type.Union([Type.Number(), Type.Null()]);
export const sideWord = Type.Enum(["BUY", "SELL"]);
export const marginModeWord = Type.Enum(["CROSS", "ISOLATED"]);
