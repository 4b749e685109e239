// Runs an `evermark` command within this process as the program would: returns its output, and its last line when it
// fails.

import { spyOn } from "bun:test";
import { evermarkProgram } from "@evermark/cli";
import { explain } from "@evermark/cli/explain.ts";
import { CommanderError } from "commander";

export async function evermark(args: readonly string[], environment: Record<string, string> = {}) {
  let out = "";
  const output = spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  // A command that finds something wrong sets it; the test's own process has to end with the test's outcome.
  const { exitCode } = process;
  Object.assign(process.env, environment);
  const commands = await evermarkProgram();
  for (const each of [commands, ...commands.commands]) each.exitOverride().configureOutput({ writeErr: () => {} });
  try {
    await commands.parseAsync([...args], { from: "user" });
    return { out, err: "" };
  } catch (error) {
    return { out, err: error instanceof CommanderError ? error.message : explain(error) };
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    output.mockRestore();
    process.exitCode = exitCode ?? 0;
  }
}
