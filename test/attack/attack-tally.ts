// What an attack has sent, which answers came back, and what was wrong. Kept as counts by endpoint and kind, never as a
// list that grows with the attack's duration.

/** At most this many violations of one sort are shown. */
const SHOWN_EACH = 3;

export interface Violation {
  /** The endpoint, or the part of the venue. */
  readonly where: string;
  readonly kind: string;
  readonly finding: string;
  /** The number of the move, to repeat it; absent when all moves together caused the violation. */
  readonly move?: number;
  /** What was sent and what was received. */
  readonly detail: string;
}

export class AttackTally {
  readonly #classes = new Map<string, Map<string, number>>();
  readonly #kinds = new Map<string, number>();
  readonly #sorts = new Map<string, number>();
  readonly #say: (text: string) => void;
  readonly #command: string;
  moves = 0;
  violations = 0;

  /** @param command the command line that makes the same moves again */
  constructor(command: string, print: (text: string) => void) {
    this.#command = command;
    this.#say = print;
  }

  count(where: string, kind: string, replyClass: string): void {
    this.moves++;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    const classes = this.#classes.get(where) ?? new Map<string, number>();
    classes.set(replyClass, (classes.get(replyClass) ?? 0) + 1);
    this.#classes.set(where, classes);
  }

  /** Shows a violation at once; of many that are alike, only the first few. */
  violation({ where, kind, finding, move, detail }: Violation): void {
    this.violations++;
    const sort = `${where}: ${finding}`;
    const before = this.#sorts.get(sort) ?? 0;
    this.#sorts.set(sort, before + 1);
    if (before >= SHOWN_EACH) return;
    const lines = [
      `VIOLATION ${where} (${kind}): ${finding}`,
      detail,
      `again: ${this.#command}${move === undefined ? "" : ` --move ${move}`}`,
    ];
    this.#say(lines.filter((line) => line !== "").join("\n  "));
  }

  text(): string {
    const lines = [...this.#classes].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const width = Math.max(0, ...lines.map(([where]) => where.length));
    const rows = lines.map(([where, classes]) => `  ${where.padEnd(width)}  ${counted(classes)}`);
    const sorts = [...this.#sorts].map(([sort, count]) => `  ${count} × ${sort}`);
    return [
      "by row: status and code, and how often",
      ...rows,
      `by kind: ${counted(this.#kinds)}`,
      ...(sorts.length === 0 ? ["no violation"] : ["violations", ...sorts]),
    ].join("\n");
  }
}

function counted(counts: ReadonlyMap<string, number>): string {
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  return most.map(([name, count]) => `${name}: ${count}`).join(", ");
}
