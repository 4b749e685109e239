import { expect, test } from "bun:test";
import type { Message } from "../ports/bus.ts";
import { READ_WITHIN_MS, REPLY_WITHIN_MS } from "../timing.ts";
import { Reads } from "./reads.ts";

const LEADER = { timeline: 1, epoch: 1, node: "00000000000000bb" };

function setup() {
  let now = 0;
  const asked: number[] = [];
  const done: string[] = [];
  const send = (_: string, message: Message) => {
    if (message.type === "question") asked.push(message.id);
  };
  const reads = new Reads("00000000000000aa", { send }, { wall: () => 0, steady: () => now, wakeAt: () => {} });
  const read = (name: string) => {
    reads.wait((trouble) => done.push(trouble === null ? name : `${name} failed`));
    reads.flush(LEADER);
  };
  const pass = (ms: number) => {
    now += ms;
    reads.wake(now);
    reads.flush(LEADER);
  };
  return { reads, asked, done, read, pass };
}

test("C10: a read waits until this node has applied what the leader has confirmed", () => {
  const { reads, done, read } = setup();
  read("one");
  reads.reply({ type: "reply", id: 1, confirmed: 7 }, 6);
  expect(done).toEqual([]);
  reads.passed(7);
  expect(done).toEqual(["one"]);
});

test("C10: a read that comes while a question is unanswered waits for the next question", () => {
  const { reads, asked, done, read } = setup();
  read("one");
  read("two");
  expect(asked).toEqual([1]);
  reads.reply({ type: "reply", id: 1, confirmed: 7 }, 7);
  reads.flush(LEADER);
  expect([asked, done]).toEqual([[1, 2], ["one"]]);
});

test("a question whose reply is late or lost is repeated under another number", () => {
  const { reads, asked, done, read, pass } = setup();
  read("one");
  pass(REPLY_WITHIN_MS + 1);
  expect(asked).toEqual([1, 2]);
  reads.reply({ type: "reply", id: 1, confirmed: 0 }, 7);
  expect(done).toEqual([]);
});

test("a read that gets no leader's reply fails in the end", () => {
  const { done, read, pass } = setup();
  read("one");
  pass(READ_WITHIN_MS);
  expect(done).toEqual(["one failed"]);
});

test("a node that stops answers all waiting reads, whatever they wait for", () => {
  const { reads, done, read } = setup();
  read("replied");
  reads.reply({ type: "reply", id: 1, confirmed: 7 }, 6);
  read("asked");
  read("waiting");
  reads.stop({ unavailable: "the node has stopped" });
  expect(done).toEqual(["replied failed", "asked failed", "waiting failed"]);
  reads.passed(7);
  expect(done.length).toBe(3);
});
