// A mutant: one small change to one file, with its line before and after.

import type { Node } from "@babel/types";
import type { Around, Source } from "./syntax.ts";

/** Replaces what is between `start` and `end` by `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Mutant {
  readonly file: string;
  /** Counted from 1, as in editors. */
  readonly line: number;
  /** The first line of the statement that contains the change. A test that reaches this line also reaches the change. */
  readonly firstLine: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/** Turns a node into others that are nearly the same. Each list of edits is a separate mutant. */
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
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}

/** A statement or declaration, or a part that is executed as a whole, such as a method or property. */
function isRunWhole(node: Node): boolean {
  return /Statement$|^VariableDeclaration$|Method$|Property$|^SwitchCase$/.test(node.type);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The lines that an edit touches, joined into one line each. */
function change(text: string, edit: Edit): { before: string; after: string } {
  const from = text.lastIndexOf("\n", edit.start - 1) + 1;
  const found = text.indexOf("\n", edit.end);
  const to = found === -1 ? text.length : found;
  const changed = text.slice(from, edit.start) + edit.text + text.slice(edit.end, to);
  return { before: inOneLine(text.slice(from, to)), after: inOneLine(changed) };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
