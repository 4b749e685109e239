// Reads a password: from a variable, or from a person at the terminal, to whom it is not shown.

import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} when there is neither, or the person gives up */
export async function passwordFor(question: string, variable: string): Promise<string> {
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  if (!process.stdin.isTTY) throw new CommandMistake(`${variable}: not set, and there is no terminal to ask at`);
  return hiddenLine(question);
}

function hiddenLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8").resume();
  return new Promise((resolve, reject) => {
    let line = "";
    const end = () => {
      stdin.removeListener("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
    };
    const read = (text: string) => {
      for (const character of text) {
        if (character === "\u0003" || character === "\u0004") {
          end();
          return reject(new CommandMistake("given up"));
        }
        if (character === "\r" || character === "\n") {
          end();
          return resolve(line);
        }
        line = character === "\u007f" ? line.slice(0, -1) : line + character;
      }
    };
    stdin.on("data", read);
  });
}
