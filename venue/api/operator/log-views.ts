// Answers about who may use the console, and who carried out which acts.

import { operatorViews } from "@evermark/interface/operators/operator.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { ConsoleKeys } from "../../operation/acts/console-keys.ts";
import { presentAct } from "./act-calls.ts";
import type { ActExecutor } from "./act-executor.ts";
import { presentKey } from "./own-acts.ts";

const NEWEST = Number.MAX_SAFE_INTEGER;
const SIZE_DEFAULT = 50;

export function logBindings({ log }: ActExecutor, keys: ConsoleKeys): readonly Binding[] {
  return [
    bind(operatorViews.getKey, ({ caller }) => ({
      own: presentKey(caller.operator!),
      rows: keys.list().map(presentKey),
    })),
    bind(operatorViews.getLog, ({ query: { before = NEWEST, size = SIZE_DEFAULT } }) => ({
      rows: log.recent(before, size).map(presentAct),
    })),
    bind(operatorViews.getAct, ({ query }) => {
      const found = log.find(query.act_id);
      return { entry: found === undefined ? null : presentAct(found) };
    }),
  ];
}
