// Carries out operators' acts on a running venue with the code that answers the same calls in a sandbox, after
// validating the input against the same declarations. Callers check who may act, and write the log.

import { isUnavailable, type Sequencer } from "@evermark/core";
import {
  inputOf,
  isLook,
  type OperatorAct,
  type OperatorActRow,
  operatorActs,
} from "@evermark/interface/operators/operator-acts.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { Validator } from "../../http/input/validation.ts";
import { RateLimits } from "../../http/limits/rate-limits.ts";
import type { Binding, Context } from "../../http/routes/binding.ts";
import { EndpointCall, factsOf } from "../../http/routes/endpoint-call.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { grantBindings } from "./grants.ts";
import { operatorBindings } from "./operator.ts";
import { operatorVaultBindings } from "./operator-vaults.ts";

type Input = Readonly<Record<string, unknown>>;

/** Acts that are not calls of a sandbox. @param who the operator who asks */
export type OwnActs = { readonly [Act in OperatorAct]?: (input: Input, who: string) => unknown };

/** An act whose input has been validated. */
export interface ReadyAct {
  readonly name: OperatorAct;
  readonly input: Input;
  /** Whether it changes nothing. */
  readonly isLook: boolean;
  /**
   * @param noted called with the journal position of each of its commands
   * @returns the act's answer @throws {ApiError} when the act is refused
   */
  run(who: string, noted: (position: number) => void): Promise<unknown>;
}

const bindings: readonly Binding[] = [...operatorBindings, ...operatorVaultBindings, ...grantBindings];

export class OperatorActs {
  readonly #venue: Venue;
  readonly #limits: RateLimits;
  readonly #own: OwnActs;
  readonly #validators = new Map(
    (Object.keys(operatorActs) as OperatorAct[]).map((name) => [name, new Validator(inputOf(name), { text: true })]),
  );

  constructor(venue: Venue, own: OwnActs = {}) {
    this.#venue = venue;
    this.#limits = new RateLimits(venue.configuration.limits.factor);
    this.#own = own;
  }

  /** @param input values may be given as text @throws {ApiError} -1005 for an unknown act or invalid input */
  ready(act: string, input: Input): ReadyAct {
    const name = act as OperatorAct;
    const validator = this.#validators.get(name);
    if (validator === undefined) {
      throw invalid(`${act} is unknown: expected one of ${[...this.#validators.keys()].join(", ")}`);
    }
    const foreign = Object.keys(input).find((member) => !validator.knows(member));
    if (foreign !== undefined) throw invalid(`${foreign.slice(0, 64)} is unknown`);
    const given = validator.validate(input);
    return {
      ...{ name, input: given, isLook: isLook(name, given) },
      run: async (who, noted) => this.#run(name, given, who, noted),
    };
  }

  #run(name: OperatorAct, input: Input, who: string, noted: (position: number) => void): unknown {
    const own = this.#own[name];
    if (own !== undefined) return own(input, who);
    const { call: declared }: OperatorActRow = operatorActs[name];
    const binding = bindings.find(({ row }) => row === declared);
    if (binding === undefined) throw refusal("refused", `${name} can't be done here`);
    const { row, handle } = binding;
    return handle(this.#callOf(row, input, noted) as unknown as Context<typeof row>);
  }

  #callOf(row: EndpointRow, input: Input, noted: (position: number) => void): EndpointCall {
    const venue = this.#venue;
    const sequencer: Pick<Sequencer, "submit"> = {
      submit: (command, done) =>
        venue.sequencer.submit(command, (result, times) => {
          if (!isUnavailable(result)) noted(result.position);
          done(result, times);
        }),
    };
    // The act may not have come over the network, so there is no caller and no address.
    const request = factsOf(row, "", venue.clock.now());
    const call = new EndpointCall({ venue, row, limits: this.#limits, request, sequencer });
    call.query = input;
    call.body = input;
    return call;
  }
}
