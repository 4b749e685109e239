import { expect, test } from "bun:test";
import { Loader } from "./loader.ts";

test("a part that two views ask for at once is loaded once, and is there from then on", async () => {
  let requestCount = 0;
  const loader = new Loader(async () => ++requestCount);
  expect(loader.state.get()).toEqual({ name: "waiting" });
  expect(requestCount).toBe(0);
  await Promise.all([loader.ask(), loader.ask()]);
  await loader.ask();
  expect(loader.state.get()).toEqual({ name: "here", value: 1 });
  expect(requestCount).toBe(1);
});

test("a part that failed to load is loaded again, and is waiting meanwhile", async () => {
  let isAway = true;
  const loader = new Loader(async () => {
    if (isAway) throw new Error("away");
    return "here";
  });
  await loader.ask();
  expect(loader.state.get()).toEqual({ name: "failed" });
  isAway = false;
  const asked = loader.ask();
  expect(loader.state.get()).toEqual({ name: "waiting" });
  await asked;
  expect(loader.state.get()).toEqual({ name: "here", value: "here" });
});
