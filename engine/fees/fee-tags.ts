// Fee tags of builders. Rules 8.4.

import type { ArchiveFeeTag, CreateFeeTag, EditFeeTag } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function createFeeTag(_state: State, _command: CreateFeeTag, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function editFeeTag(_state: State, _command: EditFeeTag, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function archiveFeeTag(_state: State, _command: ArchiveFeeTag, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
