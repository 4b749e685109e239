// Loaded before the program of a venue, so that the venue kills itself with SIGKILL at a chosen act: the first with a
// certain name, or the nth of all, counted from when it is armed by SIGUSR2. The acts are all the steps by which money
// moves: each command about a deposit or a withdrawal that goes to the journal, each attestation, each transaction that
// is sent to the chain, and each time the watcher saves its position. It prints the name of each act the first time.
// It also makes the venue faster: it checks its chain at once instead of every two seconds, and a minute of the
// executor's waiting time passes in one second.

import { writeSync } from "node:fs";
import { JournalSequencer } from "@evermark/core";
import { AttesterJudgement } from "@evermark/venue/chain/attesters/attester-judgement.ts";
import { SignedTerms } from "@evermark/venue/chain/attesters/signed-terms.ts";
import { NodesWriter } from "@evermark/venue/chain/executor/chain-writer.ts";
import { Executor } from "@evermark/venue/chain/executor/executor.ts";
import { SideTransactions } from "@evermark/venue/chain/executor/side-transactions.ts";
import { WithdrawalMemory } from "@evermark/venue/chain/executor/withdrawal-memory.ts";
import { Cursor } from "@evermark/venue/chain/watcher/block-cursor.ts";
import { Watcher } from "@evermark/venue/chain/watcher/watcher.ts";

/** The last act, as its name or its number; "" for none. */
const lastAct = process.env.MORTAL_LAST_ACT ?? "";
let isArmed = process.env.MORTAL_FROM_THE_START === "yes";
let acts = 0;
const passed = new Set<string>();
process.on("SIGUSR2", () => {
  isArmed = true;
  print("armed");
});

function act(name: string): void {
  if (!isArmed) return;
  acts++;
  if (!passed.has(name)) print(`met ${name}`);
  passed.add(name);
  if (lastAct === name || lastAct === String(acts)) process.kill(process.pid, "SIGKILL");
}

function print(text: string): void {
  writeSync(2, `${text}\n`);
}

const MONEY = new Set([
  ...["open_account", "observe_deposit", "credit_deposit", "drop_deposit"],
  ...["request_withdrawal", "send_withdrawal", "advance_withdrawal"],
]);

const { submit } = JournalSequencer.prototype;
JournalSequencer.prototype.submit = function (command, done) {
  if (!MONEY.has(command.type)) return submit.call(this, command, done);
  const name = "to" in command ? `${command.type} to ${command.to}` : command.type;
  act(`before ${name}`);
  submit.call(this, command, (answer) => {
    act(`after ${name}, before its answer`);
    done(answer);
  });
  // It may be on its way to the disk, or not yet.
  act(`during ${name}`);
};

const { broadcast } = NodesWriter.prototype;
NodesWriter.prototype.broadcast = async function (bytes) {
  act("before a broadcast");
  const hash = await broadcast.call(this, bytes);
  act("after a broadcast, before its answer");
  return hash;
};

const { attest } = AttesterJudgement.prototype;
AttesterJudgement.prototype.attest = async function (request) {
  act("before an attestation");
  const signature = await attest.call(this, request);
  act("after an attestation, before its answer");
  return signature;
};

const { attestMove } = AttesterJudgement.prototype;
AttesterJudgement.prototype.attestMove = async function (request) {
  act("before a move is attested");
  const signature = await attestMove.call(this, request);
  act("after a move is attested, before its answer");
  return signature;
};

const { note } = SignedTerms.prototype;
SignedTerms.prototype.note = async function (terms) {
  act("before the signed terms are recorded");
  await note.call(this, terms);
  act("after the signed terms are recorded");
};

const { save } = Cursor.prototype;
const savedAt = new WeakMap<Cursor, number>();
Cursor.prototype.save = async function (blocksLeast) {
  const { block } = this.place;
  const isNews = savedAt.get(this) !== block && blocksLeast === undefined;
  if (isNews) act("before the cursor is saved");
  await save.call(this, blocksLeast);
  if (!isNews) return;
  savedAt.set(this, block);
  act("after the cursor is saved");
};

const LOOK_MS = 20;
/** Each look at a withdrawal makes its last attempt appear this much older. */
const OLDER_MS = 500;

const { start, stop } = Watcher.prototype;
const timers = new WeakMap<Watcher, Timer>();
Watcher.prototype.start = function () {
  timers.set(
    this,
    setInterval(() => this.wake(), LOOK_MS),
  );
  start.call(this);
};
Watcher.prototype.stop = async function () {
  clearInterval(timers.get(this));
  await stop.call(this);
};

const { round } = Executor.prototype;
Executor.prototype.round = async function () {
  await round.call(this);
  return true;
};

const { of } = WithdrawalMemory.prototype;
WithdrawalMemory.prototype.of = function (withdrawalId) {
  const withdrawal = of.call(this, withdrawalId);
  withdrawal.signedAt -= OLDER_MS;
  withdrawal.broadcastAt -= OLDER_MS;
  withdrawal.retryAt -= OLDER_MS;
  return withdrawal;
};

const { maintain } = SideTransactions.prototype;
SideTransactions.prototype.maintain = function (mined, patience) {
  return maintain.call(this, mined, { ...patience, rebroadcastMs: 300, replaceMs: 900 });
};
