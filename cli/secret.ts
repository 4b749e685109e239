// Reads a password: from a variable, or from a person at the terminal, to whom it is not shown.

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} when there is neither, or the person gives up */
export async function passwordFor(question: string, variable: string): Promise<string> {
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  if (!process.stdin.isTTY) throw new CommandMistake(`${variable}: not set, and there is no terminal to ask at`);
  return hiddenLine(question);
}

async function hiddenLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      reader.once("line", resolve).once("close", () => reject(new CommandMistake("given up")));
    });
  } finally {
    reader.close();
    stderr.write("\n");
  }
}
