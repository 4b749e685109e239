// A mutant: one small change to one file, and how it reads before and after.

import type { Node } from "@babel/types";
import type { Around, Source } from "./syntax.ts";

/** Puts `text` in the place of what stands from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Mutant {
  readonly file: string;
  /** Counted from 1, as editors do. */
  readonly line: number;
  /** Where the statement begins that the change is in: a test that gets to the one gets to the other. */
  readonly firstLine: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/** What turns a node into others that are nearly the same. Each list of edits is a mutant of its own. */
export type Operator = (node: Node, around: Around, source: Source) => readonly (readonly Edit[])[];

export function replace(node: Node, text: string): Edit[] {
  return [{ start: node.start!, end: node.end!, text }];
}

export function mutantOf(source: Source, operator: string, node: Node, around: Around, edits: readonly Edit[]): Mutant {
  const [edit] = edits;
  const line = lineAt(source.text, edit!.start);
  const statement = [node, ...around].find(isRunWhole) ?? node;
  const firstLine = Math.min(line, statement.loc!.start.line);
  const { before, after } = change(source.text, edit!);
  return { file: source.file, line, firstLine, operator, before, after, edits };
}

export function mutated(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: other } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + other + result.slice(end);
  }
  return result;
}

/** A statement, or the body of a function that has no statements. */
function isRunWhole(node: Node): boolean {
  return /Statement$|^VariableDeclaration$|Method$|Property$|^SwitchCase$/.test(node.type);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The lines that an edit touches, in one line each. */
function change(text: string, edit: Edit): { before: string; after: string } {
  const from = text.lastIndexOf("\n", edit.start - 1) + 1;
  const found = text.indexOf("\n", edit.end);
  const to = found === -1 ? text.length : found;
  const whole = text.slice(from, edit.start) + edit.text + text.slice(edit.end, to);
  return { before: inOneLine(text.slice(from, to)), after: inOneLine(whole) };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
