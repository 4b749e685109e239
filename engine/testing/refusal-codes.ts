// What tests compare a refusal by: the code that the rules give it, and the words that a client reads of it.

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
