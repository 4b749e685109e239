import { expect, test } from "bun:test";
import { type Command, Commands } from "./offered-commands.ts";

function command(id: string, name: string, key?: string): Command {
  return { id, name, group: "", key, run: () => {} };
}

test("commands are available as long as the view that offers them", () => {
  const commands = new Commands();
  const takeBack = commands.offer([command("one", "One", "o")]);
  commands.offer([command("two", "Two")]);
  expect(commands.all.get().map(({ id }) => id)).toEqual(["one", "two"]);
  expect(commands.withKey("o")?.id).toBe("one");
  takeBack();
  takeBack();
  expect(commands.all.get().map(({ id }) => id)).toEqual(["two"]);
  expect(commands.withKey("o")).toBeUndefined();
});

test("a command replaces another with the same id, and gives its place back", () => {
  const commands = new Commands();
  commands.offer([command("cancel", "Cancel"), command("other", "Other")]);
  const takeBack = commands.offer([command("cancel", "Cancel with care")]);
  expect(commands.all.get().map(({ name }) => name)).toEqual(["Cancel with care", "Other"]);
  takeBack();
  expect(commands.all.get().map(({ name }) => name)).toEqual(["Cancel", "Other"]);
});
