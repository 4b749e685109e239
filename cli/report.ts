// What a command prints on standard output: the data as one line of JSON for programs, or lines for people.

import { explain } from "./explain.ts";

interface Report {
  readonly data: unknown;
  readonly lines: readonly string[];
}

/**
 * Prints what keeps a command waiting, once for each reason; on standard error, because programs may read standard
 * output.
 */
export function whileUnanswered(): (error: Error) => void {
  let said = "";
  return (error) => {
    const text = explain(error);
    if (text !== said) process.stderr.write(`${text}; retrying\n`);
    said = text;
  };
}

export function print({ data, lines }: Report, asJson: boolean | undefined): void {
  const text = asJson === true ? JSON.stringify(data) : lines.join("\n");
  process.stdout.write(`${text}\n`);
}
