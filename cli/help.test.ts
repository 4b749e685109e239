import { expect, test } from "bun:test";
import { evermarkProgram } from "./program.ts";

const program = await evermarkProgram();

test.each(program.commands.map((command) => [command.name(), command] as const))(
  "evermark %s explains itself, and is the only command whose file is read",
  async (name, command) => {
    expect(command.helpInformation()).toStartWith(`Usage: evermark ${name} `);
    expect((await evermarkProgram(name)).commands.map((each) => each.name())).toEqual([name]);
  },
);

test("with a word that is not a command, the program knows all commands", async () => {
  expect((await evermarkProgram("strat")).commands.length).toBe(program.commands.length);
});

test("a default is shown as a user would write it", () => {
  const help = program.commands
    .find((command) => command.name() === "deploy-vault")!
    .helpInformation()
    .replace(/\s+/g, " ");
  for (const text of ["(default: 100000)", "(default: 1000000)", "(default: 10)", "(default: 0)"]) {
    expect(help).toContain(text);
  }
});
