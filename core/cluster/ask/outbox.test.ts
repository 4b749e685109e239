import { expect, test } from "bun:test";
import type { Frame, Message } from "../ports/bus.ts";
import { CommandOutbox } from "./outbox.ts";

const TERM = { timeline: 1, epoch: 2, node: "00000000000000aa" };
const ME = "00000000000000bb";
const commandOf = (number: number, bytes: number) => ({
  number,
  deadline: 9,
  payload: new Uint8Array(bytes),
  untilDisconnect: false,
});

test("commands gathered while there is no leader are sent to the next leader in order, in frames that fit the bus", () => {
  const frames: Frame[] = [];
  const send = (_: string, message: Message) => void frames.push(message as Frame);
  const clock = { wall: () => 0, steady: () => 0, wakeAt: () => {} };
  const outbox = new CommandOutbox(ME, { send }, clock, TERM);
  const sizes = [...Array.from({ length: 30_000 }, () => 60), 700_000, 10];
  outbox.restart(
    TERM,
    sizes.map((bytes, i) => commandOf(i + 1, bytes)),
  );
  outbox.flush();
  expect(frames.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(frames.flatMap(({ commands }) => commands.map(({ number }) => number))).toEqual(sizes.map((_, i) => i + 1));
  const bytesOf = ({ commands }: Frame) => commands.reduce((sum, { payload }) => sum + payload.length + 24, 0);
  const large = frames.filter((frame) => bytesOf(frame) > 512 * 1024);
  expect(large.map(({ commands }) => commands.length)).toEqual([1]);
});
