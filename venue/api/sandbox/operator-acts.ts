// Carries out what an operator asks of a running venue, by the code that answers the same call in a sandbox: what is asked is
// checked against the same row first.

import { assert } from "@evermark/engine";
import { inputOf, type OperatorAct, operatorActs } from "@evermark/interface/operator-acts.ts";
import { Validator } from "../../http/input/validation.ts";
import { RateLimits } from "../../http/limits/rate-limits.ts";
import type { Binding, Context } from "../../http/routes/binding.ts";
import { EndpointCall, factsOf } from "../../http/routes/endpoint-call.ts";
import type { CarryOut } from "../../operation/acts/operator-door.ts";
import type { Venue } from "../../venue.ts";
import { invalid } from "../../wire/api-error.ts";
import { grantBindings } from "./grants.ts";
import { operatorBindings } from "./operator.ts";
import { operatorVaultBindings } from "./operator-vaults.ts";

/** Every value may be text. */
export function operatorActsOf(venue: Venue): CarryOut {
  const bindings = [...operatorBindings, ...operatorVaultBindings, ...grantBindings];
  const acts = new Map(Object.keys(operatorActs).map((name) => [name, actOf(venue, bindings, name as OperatorAct)]));
  return async (name, input) => {
    const act = acts.get(name);
    if (act === undefined) throw invalid(`${name} is unknown: expected one of ${[...acts.keys()].join(", ")}`);
    return act(input);
  };
}

function actOf(venue: Venue, bindings: readonly Binding[], name: OperatorAct) {
  const binding = bindings.find(({ row }) => row === operatorActs[name]);
  const schema = inputOf(name);
  assert(binding !== undefined && schema !== undefined, "an act is a call of the sandbox", { name });
  const { row, handle } = binding;
  const validator = new Validator(schema, { text: true });
  const limits = new RateLimits(venue.configuration.limits.factor);
  return (input: Readonly<Record<string, unknown>>) => {
    const foreign = Object.keys(input).find((member) => !validator.knows(member));
    if (foreign !== undefined) throw invalid(`${foreign.slice(0, 64)} is unknown`);
    const given = validator.validate(input);
    // It does not come over the network: there is no caller and no address.
    const call = new EndpointCall({ venue, row, limits, request: factsOf(row, "", venue.clock.now()) });
    call.query = given;
    call.body = given;
    return handle(call as unknown as Context<typeof row>);
  };
}
