// A promise that did not hold. The claim names it, in the same words every time, so that a shortened run can be
// recognised as failing for the same reason; the detail has the values.

import { Fault } from "@evermark/engine";

export class Violation extends Error {
  constructor(
    readonly claim: string,
    readonly detail: string,
  ) {
    super(`${claim}: ${detail}`);
    this.name = "Violation";
  }
}

export function claim(holds: boolean, name: string, detail: () => string = () => ""): void {
  if (!holds) throw new Violation(name, detail());
}

/** Turns any error of a run into a violation. */
export function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  if (!(error instanceof Error)) return new Violation("only errors are thrown", String(error));
  // The numbers in a fault's message differ from run to run, its words do not.
  if (error instanceof Fault) return new Violation(error.message.replace(/ \(.*$/s, ""), error.stack ?? error.message);
  return new Violation(placeOf(error), `${error.message}\n${error.stack ?? ""}`);
}

/** A claim for an unexpected error: the innermost named function of ours, and the error's message. */
function placeOf(error: Error): string {
  const frames = [
    ...(error.stack ?? "").matchAll(
      /at (?:async )?(?:new )?([\w.#]+) \(.*?\/(engine|journal|sim)\/(.*?)(?:\?.*)?:\d+:\d+\)/g,
    ),
  ];
  const frame = frames.find(([, name]) => name !== "<anonymous>");
  const kind = error.message.includes("expect(")
    ? `the model agrees on ${differenceIn(error.message)}`
    : error.message.split("\n")[0]!.slice(0, 100);
  return frame === undefined ? kind : `${kind}, in ${frame[1]} of ${frame[2]}/${frame[3]}`;
}

/** The first lines that differ, without their numbers. */
function differenceIn(message: string): string {
  const lines = message.split("\n").filter((line) => /^[-+] (?!Expected|Received)/.test(line));
  return lines
    .slice(0, 2)
    .map((line) =>
      line
        .replace(/[-+\s",]+/g, " ")
        .replace(/(?<!Code : )\b\d+/g, "#")
        .trim(),
    )
    .join(" | ")
    .slice(0, 80);
}
