import { describe, expect, test } from "bun:test";
import { Channel } from "./channel.ts";

const frameOf = (text: string) => JSON.parse(text) as { topic: string; ts: number; seq: number; data: unknown };

describe("a channel", () => {
  test("writes topic, time, number and data", () => {
    const channel = new Channel("bbos", { count: 7 }, true);
    expect(channel.write([1], 1_000)).toBe('{"topic":"bbos","ts":1000,"seq":7,"data":[1]}');
  });

  test("time never goes back", () => {
    const channel = new Channel("bbos", { count: 1 }, true);
    const times = [1_000, 900, 1_001].map((at) => frameOf(channel.write(null, at)).ts);
    expect(times).toEqual([1_000, 1_000, 1_001]);
  });

  test("a repetition of the newest frame does not count as one", () => {
    const counter = { count: 3 };
    const channel = new Channel("bbos", counter, true);
    const newest = channel.write("old", 1_000);
    expect(channel.current(() => "new", 2_000)).toBe(newest);
    expect(counter.count).toBe(3);
  });

  test("a frame published without a listener is made when it is asked for, once", () => {
    const counter = { count: 3 };
    const channel = new Channel("bbos", counter, true);
    channel.write("old", 1_000);
    counter.count = 9;
    const made = channel.current(() => "now", 2_000);
    expect(frameOf(made)).toEqual({ topic: "bbos", ts: 2_000, seq: 9, data: "now" });
    expect(channel.current(() => "later", 3_000)).toBe(made);
  });
});
