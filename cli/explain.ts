// The message when a command fails: one line for an expected failure, the stack for an unexpected one.

import { AnswerLost, ApiError, ChainError } from "@evermark/client";
import { Fault } from "@evermark/engine";
import { ConfigurationMistake } from "@evermark/venue/configuration/values/mistake.ts";
import { BaseError, HttpRequestError } from "viem";

/** A mistake in how a command was called, or something missing without which it can't work. */
export class CommandMistake extends Error {
  override readonly name = "CommandMistake";
}

export function explain(error: unknown): string {
  if (error instanceof CommandMistake || error instanceof ConfigurationMistake || error instanceof Fault) {
    return error.message;
  }
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof ChainError) return explainChain(error);
  if (error instanceof BaseError) return explainNode(error);
  if (error instanceof AnswerLost) return `${error.message}; is the venue running? (npm start)`;
  if (!(error instanceof Error)) return String(error);
  // The operating system's message names the file.
  if ("code" in error && "syscall" in error) return error.message;
  return error.stack ?? error.message;
}

function explainRefusal({ message, code, status, detail }: ApiError): string {
  const numbers = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const details = numbers.length === 0 ? "" : `: ${numbers.join(", ")}`;
  return `refused: ${message}${details} (${code === null ? `HTTP ${status}` : `code ${code}`})`;
}

function explainChain({ message, transaction }: ChainError): string {
  return transaction === undefined ? message : `${message} (transaction ${transaction})`;
}

/** The node's message, without the node's URL, which may contain a key. */
function explainNode(error: BaseError): string {
  const cause = error.walk();
  const said = cause instanceof BaseError ? cause.shortMessage : cause.message;
  const unanswered = error.walk((each) => each instanceof HttpRequestError);
  const text =
    unanswered instanceof HttpRequestError
      ? `the chain node can't be queried: ${unanswered.status === undefined ? said : `HTTP ${unanswered.status}`}`
      : [error.shortMessage, ...(said === error.shortMessage ? [] : [said])].join(" ");
  return text.replace(/\s*\n\s*/g, " ");
}
