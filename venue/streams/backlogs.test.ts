import { expect, test } from "bun:test";
import { totalmem } from "node:os";
import { type BackloggedConnection, Backlogs } from "./backlogs.ts";

function world(maxBytes: number) {
  const all: Reader[] = [];
  const backlogs = new Backlogs(all, maxBytes);
  class Reader implements BackloggedConnection {
    backlogBytes = 0;
    isCutOff = false;
    grow(bytes: number): void {
      this.backlogBytes += bytes;
      backlogs.changed(bytes);
    }
    cutOff(): void {
      this.isCutOff = true;
      backlogs.changed(-this.backlogBytes);
      this.backlogBytes = 0;
    }
  }
  const reader = () => {
    const made = new Reader();
    all.push(made);
    return made;
  };
  return { backlogs, reader };
}

test("all backlogs together are bounded: the connections with the longest are cut off until the rest fits", () => {
  const { backlogs, reader } = world(100);
  const [small, large, larger] = [reader(), reader(), reader()];
  small.grow(20);
  large.grow(30);
  larger.grow(40);
  expect([backlogs.bytes, large.isCutOff, larger.isCutOff]).toEqual([90, false, false]);
  small.grow(15);
  expect([backlogs.bytes, small.isCutOff, large.isCutOff, larger.isCutOff]).toEqual([65, false, false, true]);
  large.grow(80);
  expect([backlogs.bytes, small.isCutOff, large.isCutOff]).toEqual([35, false, true]);
});

test("a bound exceeded by no known backlog cuts no client off, and the search ends", () => {
  const { backlogs } = world(10);
  backlogs.changed(20);
  expect(backlogs.bytes).toBe(20);
});

test("the bound is a share of the machine's memory", () => {
  const { maxBytes } = new Backlogs([]);
  expect(maxBytes).toBeGreaterThanOrEqual(64 * 1_048_576);
  expect(maxBytes).toBeLessThanOrEqual(Math.max(64 * 1_048_576, totalmem() / 32));
});
