import { expect, test } from "bun:test";
import { evermarkProgram } from "./program.ts";

test.each(evermarkProgram().commands.map((command) => [command.name(), command] as const))(
  "evermark %s explains itself",
  (name, command) => {
    expect(command.helpInformation()).toStartWith(`Usage: evermark ${name} `);
  },
);

test("a default is shown as a user would write it", () => {
  const help = evermarkProgram()
    .commands.find((command) => command.name() === "deploy-vault")!
    .helpInformation()
    .replace(/\s+/g, " ");
  for (const text of ["(default: 100000)", "(default: 1000000)", "(default: 10)", "(default: 0)"]) {
    expect(help).toContain(text);
  }
});
