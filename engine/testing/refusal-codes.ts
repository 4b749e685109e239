// The code that the rules give a rejection, and its words: what tests compare rejections by.

import { rejectionNumber, rejectionWords } from "../language/rejection-bytes.ts";
import type { Rejection } from "../language/rejections.ts";

type Answered = Rejection | null | undefined;

/** Undefined when nothing was refused. */
export function codeOf(rejection: Answered): number | undefined {
  return rejection ? rejectionNumber(rejection.name) : undefined;
}

export function wordsOf(rejection: Answered): string | undefined {
  return rejection ? rejectionWords(rejection) : undefined;
}
