// What a command says on standard output: the data as one line of JSON for programs, or lines for people.

interface Report {
  readonly data: unknown;
  readonly lines: readonly string[];
}

export function print({ data, lines }: Report, asJson: boolean | undefined): void {
  const text = asJson === true ? JSON.stringify(data) : lines.join("\n");
  process.stdout.write(`${text}\n`);
}
