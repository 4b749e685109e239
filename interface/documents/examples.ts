// Examples that were really exchanged with a venue: one call of every endpoint, and one frame of every topic. `npm run
// examples` records them again; a test repeats the exchanges and fails if an answer differs.

import recordedCalls from "./recorded/calls.json";
import recordedFrames from "./recorded/frames.json";

export interface Example {
  readonly request: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: { readonly status: number; readonly body: unknown };
}

const calls: Readonly<Record<string, Readonly<Record<string, Example>>>> = recordedCalls;
const frames: Readonly<Record<string, unknown>> = recordedFrames;

/** @returns undefined for a row that is not recorded yet */
export function exampleOf(section: string, name: string): Example | undefined {
  return calls[section]?.[name];
}

/** A topic's whole frame, by the topic's key. */
export function frameOf(topic: string): unknown {
  return frames[topic];
}

/** The body of an example's answer, if it has that status. */
export function answered(example: Example | undefined, status: number): unknown {
  return example?.answer.status === status ? example.answer.body : undefined;
}

/** The example as a member of a document. */
export function given(example: unknown): { readonly example?: unknown } {
  return example === undefined ? {} : { example };
}
