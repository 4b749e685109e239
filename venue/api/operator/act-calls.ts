// One console call for each act that console keys may do. The executor carries it out under the name of the key that
// signed.

import { CONSOLE_ACTS, operatorCalls } from "@evermark/interface/operators/operator.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { LoggedAct } from "../../operation/acts/acts-log.ts";
import type { ActExecutor } from "./act-executor.ts";

export function actBindings(actExecutor: ActExecutor): readonly Binding[] {
  return CONSOLE_ACTS.map((act) =>
    bind(operatorCalls[act], async ({ caller, body }) => {
      const { act_id: actId, ...input } = body;
      const { name } = caller.operator!;
      return presentAct(await actExecutor.carryOut({ act, input, actId, who: name, through: "console" }));
    }),
  );
}

export function presentAct(act: LoggedAct) {
  return {
    number: act.number,
    act_id: act.actId,
    time: act.at,
    who: act.who,
    through: act.through,
    act: act.act,
    input: { ...act.input },
    state: act.state,
    why: act.why,
    position_before: act.positionBefore,
    first_position: act.firstPosition,
    last_position: act.lastPosition,
    answer: act.answer,
  };
}
