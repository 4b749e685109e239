// Mistakes in the protocol, each a small change to its source in a copy. That the simulation finds nothing in the
// original means something only because it catches each of these. Conditions of PostgreSQL's statements are in the
// scripted server, and are changed there.

export interface Edit {
  /** The path from the repository's root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  /** It shows only when several things coincide: in hundreds of rounds or more. */
  readonly isRare?: true;
  readonly edits: readonly Edit[];
}

const cluster = (file: string, from: string, to: string): Edit => ({ file: `core/cluster/${file}`, from, to });
const scripted = (file: string, from: string, to: string): Edit => ({ file: `test/cluster/${file}`, from, to });

const ROW = "    this.#send(writeRow(this.#line.head, term, at, entries));";
const MADE = "    const row = writeRow(this.#line.head, term, at, entries);\n";
const ANY_TERM = cluster(
  "lead/intake.ts",
  "    if (!sameTerm(term, this.#parts.term)) return;\n",
  "    if (sameTerm(term, this.#parts.term) && number === 0) return;\n",
);
/**
 * Removes the rule that a leader steps down before it appends on a server other than that of its term: with that rule
 * in force, leaving out the check for the row before would not show.
 */
const ANY_SERVER = [
  cluster(
    "lead/held-lease.ts",
    "      if (timeline !== by.timeline) return onMoved();\n",
    "      if (timeline < 0) return onMoved();\n",
  ),
  cluster(
    "lead/append-line.ts",
    "      if (timeline !== by.timeline) return onMoved();\n",
    "      if (timeline < 0) return onMoved();\n",
  ),
];
const ANY_FRAME = cluster("lead/intake.ts", "    if (number !== (this.#nextFrames.get(from) ?? 1)) return;\n", "");

export const MUTANTS: readonly Mutant[] = [
  {
    name: "no EXISTS: a row needs no row before it, on any server",
    edits: [...ANY_SERVER, scripted("scripted-server.ts", "if (!(isMine && stands)) return", "if (!isMine) return")],
  },
  {
    name: "the leader applies and answers before the commit",
    edits: [cluster("lead/leadership.ts", ROW, `${MADE}    this.#send(row);\n    this.#parts.apply(row);`)],
  },
  {
    name: "the leader publishes before the commit",
    edits: [
      cluster(
        "lead/leadership.ts",
        ROW,
        `${MADE}    this.#parts.send("others", { type: "published", confirmed: { batch: row.batch, hash: row.hash }, row });\n    this.#send(row);`,
      ),
    ],
  },
  {
    name: "a cancelled wait for the standby counts as success",
    edits: [scripted("scripted-database.ts", 'returned.isWarned ? "unknown" : "appended"', '"appended"')],
  },
  {
    name: "a row that is found in the journal counts as confirmed",
    edits: [
      cluster(
        "lead/append-line.ts",
        "      this.#tail.push(row);\n",
        "      this.#tail.push(row);\n      this.confirmed(row);\n",
      ),
    ],
  },
  {
    name: "rows that a claimant reads count as confirmed",
    isRare: true,
    edits: [
      cluster(
        "lead/append-line.ts",
        "    this.#tail.push(...rows);\n",
        "    this.#tail.push(...rows);\n    this.confirmed(this.head);\n",
      ),
    ],
  },
  {
    name: "a renewal does not name the head",
    edits: [scripted("scripted-server.ts", "has && isOf(row, by) ?", "(has || isOf(row, by)) && isOf(row, by) ?")],
  },
  {
    name: "a renewal confirms rows that were appended after it was sent",
    isRare: true,
    edits: [
      cluster(
        "lead/append-line.ts",
        "this.#tail.findIndex((row) => sameHead(row, named))",
        "named.batch > 0 ? this.#tail.length - 1 : 0",
      ),
    ],
  },
  {
    name: "rows that were read are applied beyond the confirmed batch",
    edits: [cluster("follow/catch-up.ts", "row.batch <= limit && row", "row")],
  },
  {
    name: "the confirmed batch is only a number, from any server",
    isRare: true,
    edits: [
      cluster(
        "follow/catch-up.ts",
        "rows.some(isNamed) ? Math.max(confirmed, named!.batch) : confirmed",
        "Math.max(confirmed, named?.batch ?? (rows.some(isNamed) ? 1 : 0))",
      ),
    ],
  },
  {
    name: "no barrier: a node leads once it has claimed the lease and read to the head",
    edits: [
      cluster("lead/leadership.ts", "append: (behind) => this.#appendBarrier(behind),", "append: () => this.#begin(),"),
      cluster(
        "follow/replica.ts",
        '      if (isBarrier && i === 0) assert(command.type === "start_session", "a term begins with a start", { position });\n',
        "      if (i < 0) assert(false, String(i));\n",
      ),
    ],
  },
  {
    name: "no deadline: the leader appends commands that arrive too late",
    edits: [cluster("lead/intake.ts", "origin.deadline >= at)", "origin.deadline >= at || at > 0)")],
  },
  {
    name: "a deadline has passed by the node's wall clock",
    edits: [
      cluster(
        "cluster-node.ts",
        "this.#own.passed(applied)",
        "this.#own.passed({ ...applied, head: { ...applied.head, at: this.#parts.clock.wall() } })",
      ),
    ],
  },
  {
    name: "a batch's time is the wall clock, even if the batch before it is later",
    edits: [
      cluster("lead/term-clock.ts", "if (now >= next) return now;", "if (now >= 0) return now;"),
      cluster("records/batch-row.ts", "assert(at >= behind.at,", "assert(at >= 0,"),
    ],
  },
  {
    name: "a command that is sent again has a new number",
    edits: [
      cluster(
        "ask/outbox.ts",
        "      this.#bus.send(this.#term.node, each.frame);\n",
        `      this.#bus.send(this.#term.node, each.frame);
      const commands = each.frame.commands.map((command) => ({ ...command, number: command.number + 0.5 }));
      this.#bus.send(this.#term.node, { ...each.frame, number: ++this.#lastFrame, commands });
`,
      ),
    ],
  },
  {
    name: "the leader takes every frame, and does not know the numbers in the journal",
    isRare: true,
    edits: [
      ANY_TERM,
      ANY_FRAME,
      cluster(
        "lead/intake.ts",
        "Math.max(this.#highest.get(node) ?? 0, front.lastNumber(node))",
        "Math.max(this.#highest.get(node) ?? 0, 0 * front.lastNumber(node))",
      ),
    ],
  },
  {
    name: "the leader takes frames of any term, and takes each as often as it arrives",
    isRare: true,
    edits: [ANY_TERM, ANY_FRAME],
  },
  {
    name: "the leader forgets refused commands, and takes frames as often as they arrive",
    edits: [
      ANY_FRAME,
      cluster("lead/intake.ts", "    this.#highest.set(node, number);\n", ""),
      cluster(
        "lead/intake.ts",
        "    this.#waiting.push({ origin",
        "    this.#highest.set(node, number);\n    this.#waiting.push({ origin",
      ),
    ],
  },
  {
    name: "a refusal of an earlier term counts",
    isRare: true,
    edits: [
      cluster(
        "ask/own-commands.ts",
        "if (open === undefined || !sameTerm(open.term, term)) return false;",
        "if (open === undefined || (number < 0 && sameTerm(open.term, term))) return false;",
      ),
    ],
  },
  {
    name: "no row after an unknown means that nothing happened",
    edits: [
      cluster(
        "lead/append-line.ts",
        "        else this.#readPlace();\n",
        '        else if (outcome !== "refused") this.#readPlace();\n        else {\n          this.#parts.onFailed(this.#out!.row);\n          this.#out = null;\n          this.#parts.onRefused();\n        }\n',
      ),
    ],
  },
  {
    name: "an error after an unknown means that nothing happened",
    isRare: true,
    edits: [
      cluster(
        "lead/append-line.ts",
        "        else this.#readPlace();\n",
        '        else if (outcome !== "failed") this.#readPlace();\n        else {\n          this.#parts.onFailed(this.#out!.row);\n          this.#out = null;\n        }\n',
      ),
    ],
  },
  {
    name: "a lost connection means that nothing happened",
    edits: [
      cluster("lead/append-line.ts", 'if (outcome === "failed") this', 'if (outcome !== "refused") this'),
      cluster("lead/append-line.ts", '      if (outcome === "unknown") return this.#repeat();\n', ""),
    ],
  },
  {
    name: "reads are answered without the lease",
    isRare: true,
    edits: [
      cluster(
        "lead/leadership.ts",
        "return this.#intake !== null && !this.#isOver && this.#lease.holds();",
        "return this.#intake !== null && !this.#isOver;",
      ),
    ],
  },
  {
    name: "reads are answered before the barrier",
    isRare: true,
    edits: [
      cluster(
        "lead/leadership.ts",
        "return this.#intake !== null && !this.#isOver && this.#lease.holds();",
        "return !this.#isOver && this.#lease.holds();",
      ),
    ],
  },
  {
    name: "a read joins a request that has already been sent",
    edits: [
      cluster(
        "ask/reads.ts",
        "    this.#waiting.push({ cameAt: this.#clock.steady(), done });",
        "    const joined = (this.#asked?.by ?? this.#waiting) as Waiting[];\n    joined.push({ cameAt: this.#clock.steady(), done });",
      ),
    ],
  },
  {
    name: "a signed read does not wait",
    edits: [cluster("cluster-node.ts", "this.#enter(() => this.#reads.wait(done));", "this.#enter(() => done(null));")],
  },
  {
    name: "a reply does not wait until its batch is applied",
    edits: [
      cluster(
        "ask/reads.ts",
        "this.#replied.push({ batch: confirmed, by",
        "this.#replied.push({ batch: 0 * confirmed, by",
      ),
    ],
  },
  {
    name: "the lease is counted from the answer",
    isRare: true,
    edits: [
      cluster(
        "lead/held-lease.ts",
        "Math.max(this.#end, sentAt + LEASE_MS)",
        "Math.max(this.#end, clock.steady() + LEASE_MS)",
      ),
      cluster(
        "cluster-node.ts",
        "if (timeline !== null) this.#lead({ timeline, epoch, node }, claimedAt);",
        "if (timeline !== null) this.#lead({ timeline, epoch, node }, Math.max(claimedAt, clock.steady()));",
      ),
    ],
  },
  {
    name: "the lease is counted by the wall clock",
    isRare: true,
    edits: [
      cluster(
        "lead/leadership.ts",
        "      ...{ clock, lease, by: term, claimedAt },",
        "      ...{ clock: { ...clock, steady: clock.wall }, lease, by: term, claimedAt: clock.wall() + 0 * claimedAt },",
      ),
    ],
  },
  {
    name: "a lease continues although its renewal was not confirmed",
    edits: [
      cluster("lead/held-lease.ts", '      if (outcome === "unknown") return;\n', ""),
      cluster(
        "lead/held-lease.ts",
        "if (timeline !== by.timeline)",
        'if (timeline !== by.timeline && outcome !== "unknown")',
      ),
    ],
  },
  {
    name: "a renewal does not check who has the lease",
    edits: [scripted("scripted-server.ts", "has && isOf(row, by) ?", "has ?")],
  },
  {
    name: "others claim while the lease lasts",
    edits: [cluster("follow/lease-watch.ts", "this.#since + CLAIM_AFTER_MS", "this.#since + CLAIM_AFTER_MS - 1_400")],
  },
  {
    name: "a claim does not check whether the row has changed",
    edits: [
      scripted(
        "scripted-server.ts",
        "const isSame = row.epoch === seen.epoch && row.node === seen.node && row.beat === seen.beat;",
        "const isSame = row.epoch >= 0 || seen.epoch >= 0;",
      ),
    ],
  },
  {
    name: "a node that repeats a statement does not end its older sessions, and neither does a new leader",
    edits: [scripted("scripted-database.ts", "        server.endOlder(opened);\n", "")],
  },
  {
    name: "a node that takes over does not end the sessions of earlier leaders",
    isRare: true,
    edits: [
      scripted(
        "scripted-server.ts",
        "other.as.epoch > 0 && other.as.epoch < epoch;",
        "other.as.epoch > 0 && other.as.epoch < 0 * epoch;",
      ),
    ],
  },
  {
    name: "the numbers of frames do not start again in a new term",
    edits: [cluster("ask/outbox.ts", "    this.#term = term;\n    this.#lastFrame = 0;\n", "    this.#term = term;\n")],
  },
  {
    name: "a lost frame is not sent again",
    edits: [cluster("ask/outbox.ts", "      this.#bus.send(this.#term.node, each.frame);\n", "")],
  },
  {
    name: "a node that starts again keeps its number",
    edits: [scripted("simulated-round.ts", "(0x1000 + ++this.#ids * 16 + i)", "(0x1000 + 0 * ++this.#ids + i)")],
  },
  {
    name: "an unknown outcome is reported as not happened",
    isRare: true,
    edits: [cluster("ask/own-commands.ts", "  isUncertain: true,\n", "")],
  },
  {
    name: "a command is answered again when its batch arrives late",
    edits: [cluster("ask/own-commands.ts", "    for (const { sent } of over) this.#open.delete(sent.number);\n", "")],
  },
  {
    name: "orders tied to connections of a node that is gone stay open",
    edits: [
      cluster(
        "lead/gone-nodes.ts",
        "due.push(...front.standingOf(node));",
        "due.push(...front.standingOf(node).slice(0, 0));",
      ),
    ],
  },
  {
    name: "a node counts as gone before it has ended its connections",
    isRare: true,
    edits: [cluster("timing.ts", "CUT_OFF_AFTER_MS = 8_000", "CUT_OFF_AFTER_MS = 13_000")],
  },
  {
    name: "a node takes its row as written before it knows",
    edits: [
      cluster(
        "follow/own-row.ts",
        "if (roll === null) return;",
        "if (roll === null) {\n        this.#writtenAt = steady;\n        this.#cutOffAt = steady + CUT_OFF_AFTER_MS;\n        return;\n      }",
      ),
    ],
  },
  {
    name: "a new leader assumes that rows had not changed before its first look",
    edits: [
      cluster(
        "lead/gone-nodes.ts",
        "{ beat, since: now }",
        "{ beat, since: before === undefined ? now - GONE_AFTER_MS : now }",
      ),
    ],
  },
  {
    name: "time passes only with commands",
    edits: [cluster("lead/leadership.ts", "at >= rules.dueAt()", "at >= rules.dueAt() && own.length > 0")],
  },
  {
    name: "a leader raises the behaviour without a request",
    edits: [cluster("lead/leadership.ts", "const version = wanted();", "const version = wanted() + 5;")],
  },
  {
    name: "the requested behaviour is not reached",
    edits: [cluster("lead/leadership.ts", "isAllApplied && version > replica.engine.behaviour ?", "version < 0 ?")],
  },
  {
    name: "the behaviour is raised with each batch",
    edits: [cluster("lead/leadership.ts", "isAllApplied && version > replica.engine.behaviour ?", "version > 0 ?")],
  },
  {
    name: "the behaviour is raised again while the first raise is not confirmed",
    edits: [cluster("lead/leadership.ts", "isAllApplied && version >", "version >")],
  },
  {
    name: "restored batches are appended under the claimant's own term",
    edits: [
      cluster(
        "lead/leadership.ts",
        "restore: (row) => this.#line.append(row),",
        "restore: (row) => this.#line.append({ ...row, term }),",
      ),
    ],
  },
  {
    name: "a claimant on another timeline does not ask for missing batches",
    edits: [
      cluster(
        "lost/missing-rows.ts",
        "return Math.max(1, last.term.timeline) === term.timeline && applied().batch <= last.batch;",
        "return term.timeline > 0 && applied().batch <= last.batch;",
      ),
    ],
  },
  {
    name: "a batch that follows another hash is believed, from any term",
    isRare: true,
    edits: [
      cluster(
        "lost/recent-rows.ts",
        "own !== null && sameHead(own, head)",
        "own !== null && (head.batch > 0 || sameHead(own, head))",
      ),
      cluster(
        "lost/missing-rows.ts",
        "standsBehind(whole, last) ? whole",
        "whole.batch > 0 || standsBehind(whole, last) ? whole",
      ),
      cluster(
        "lost/missing-rows.ts",
        "head.batch > last.batch && !isLater(last.term, head.term)",
        "head.batch > last.batch && (head.batch > 0 || !isLater(last.term, head.term))",
      ),
    ],
  },
  {
    name: "restored batches are applied and answered before they are confirmed",
    edits: [
      cluster(
        "lead/leadership.ts",
        "restore: (row) => this.#line.append(row),",
        "restore: (row) => {\n        this.#line.append(row);\n        if (row.batch > replica.head.batch) parts.apply(row);\n      },",
      ),
    ],
  },
  {
    name: "the last leader's answer is not required",
    edits: [
      cluster(
        "lost/missing-rows.ts",
        "if (losesNothing(last.term.timeline)) return undefined;",
        "if (losesNothing(last.term.timeline) || last.batch > 0) return undefined;",
      ),
    ],
  },
  {
    name: "the claimant restores none of its own batches",
    edits: [cluster("lead/leadership.ts", "stand.head.batch >= replica.head.batch ||", "stand.head.batch >= 0 ||")],
  },
  {
    name: "a leader continues when it is connected to another server",
    isRare: true,
    edits: ANY_SERVER,
  },
  {
    name: "a release stores the confirmed batch without checking that the server has it",
    edits: [scripted("scripted-server.ts", "this.has(named) ? named.batch : 0;", "named.batch;")],
  },
  {
    name: "a node that has applied lost batches continues",
    edits: [
      cluster(
        "cluster-node.ts",
        "      if (lost !== null) throw lost;\n",
        "      if (lost !== null && lost.lost.length < 0) throw lost;\n",
      ),
    ],
  },
  {
    name: "the mark of an order that ends with its connection is lost on its way",
    edits: [
      cluster("lead/intake.ts", "origin: { node, ...sent }", "origin: { node, ...sent, untilDisconnect: false }"),
    ],
  },
  {
    name: "the leader does not count requests",
    edits: [cluster("lead/intake.ts", "counted === undefined ? 0", "counted === undefined || number > 0 ? 0")],
  },
  {
    name: "the rest of a refused request is taken",
    edits: [
      cluster("lead/intake.ts", "last?.request === counted.request ? last.waitMs : 0", "last?.request === -1 ? 1 : 0"),
    ],
  },
  {
    name: "the node sends the rest of a refused request again",
    edits: [
      cluster(
        "ask/own-commands.ts",
        "      if (!this.#refuse(term, each, answer)) return;\n",
        "      if (each === number) this.#refuse(term, each, answer);\n",
      ),
    ],
  },
  {
    name: "time is moved in one leap",
    edits: [cluster("lead/term-clock.ts", "    if (next < to) return next;\n", "    if (next < to) return to;\n")],
  },
  {
    name: "a new leader moves time once more by the total of the moves",
    edits: [
      cluster(
        "lead/term-clock.ts",
        "    this.#offset = parts.clock.wall() - parts.clock.steady();",
        "    this.#offset = parts.clock.wall() - parts.clock.steady() + parts.moved().ms;",
      ),
    ],
  },
  {
    name: "a leader only knows the moves of time from before it began to lead",
    edits: [
      cluster(
        "cluster-node.ts",
        "      moved: () => this.#moved.ripe,\n",
        "      moved: ((ripe) => () => ripe)(this.#moved.ripe),\n",
      ),
    ],
  },
  {
    name: "when two nodes move time, one move is forgotten",
    edits: [scripted("scripted-server.ts", "ms: Math.max(last.ms, before) + ms,", "ms: Math.max(0, before) + ms,")],
  },
];
