// Whatever is given that a command's declaration allows in bytes, the engine goes on: it carries the command out or refuses it as
// declared, its books stay right, and its state comes back from a snapshot as it was.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../base/storage/bytes.ts";
import { millis } from "../base/units.ts";
import { decodeCommand, encodeCommand } from "../language/codec/codec.ts";
import { type Command, DECLARATIONS } from "../language/commands/commands.ts";
import type { Answer } from "../language/views/views.ts";
import { Digest } from "../memory/digest.ts";
import { writeSnapshot } from "../memory/snapshot.ts";
import { anyDeclared } from "../testing/declared-commands.ts";
import { patient, settingsFor } from "../testing/property-runs.ts";
import { START } from "../testing/setup.ts";
import { SmallExchange } from "../testing/small-exchange.ts";
import { Engine } from "./engine.ts";

/** A journal that says something wrong of itself is not gone on with. */
const OF_THE_JOURNAL: ReadonlySet<string> = new Set(["set_behaviour", "confirm_digest"]);
const types = (Object.keys(DECLARATIONS) as Command["type"][]).filter((type) => !OF_THE_JOURNAL.has(type));

const BLANK_DIGEST = blankDigest();

function blankDigest(): Uint8Array {
  const out = new ByteWriter();
  new Digest().write(out);
  return out.view();
}

/** A deposit that is credited under no reference at all: no door gives one, and the audit takes "" for none. */
function hasNoReference(command: Command): boolean {
  return "reference" in command && command.reference === "";
}

test(
  "no command that can be written stops the engine, and none is refused otherwise than declared",
  () => {
    const taken = new Set<string>();
    fc.assert(
      fc.property(fc.array(anyDeclared(types), { minLength: 40, maxLength: 120 }), (commands) => {
        const exchange = new SmallExchange();
        let now: number = START;
        for (const drawn of commands) {
          if (hasNoReference(drawn)) continue;
          now += 1_000;
          const command = decodeCommand(encodeCommand({ ...drawn, at: millis(now - (now % 1_000)) }));
          const { rejection, replayed } = exchange.apply(command);
          if (rejection === null) taken.add(command.type);
          // Where a signed request comes again, its first answer was another command's: signatures would not be the same.
          else if (!replayed && !DECLARATIONS[command.type].refusals.includes(rejection.name)) {
            throw new Error(`${command.type} does not declare ${rejection.name}`);
          }
          exchange.engine.audit();
        }
        expect(Engine.restore(exchange.engine.snapshot()).stateHash()).toBe(exchange.engine.stateHash());
      }),
      settingsFor(60),
    );
    expect(taken.size).toBeGreaterThan(30);
  },
  patient,
);

/** The whole state but for what every command moves: the time, the count and the digest. */
function kept({ state }: SmallExchange): Buffer {
  const digest = new ByteWriter();
  state.digest.write(digest);
  const { now, commandCount } = state;
  state.now = 0;
  state.commandCount = 0;
  state.digest.read(new ByteReader(BLANK_DIGEST));
  const bytes = Buffer.from(writeSnapshot(state));
  state.now = now;
  state.commandCount = commandCount;
  state.digest.read(new ByteReader(digest.view()));
  return bytes;
}

/** What is remembered of a refusal: a rejected order, an answer to a signed request, a nonce that is used up. */
function isRemembered(command: Command, { orderId, algoOrderId }: Answer): boolean {
  if (command.type === "request_vault_operation") return true;
  return orderId > 0 || algoOrderId > 0 || ("request" in command && command.request !== null);
}

test(
  "a command that is refused leaves everything as it was, but for what is remembered of it",
  () => {
    const refused = new Set<string>();
    fc.assert(
      fc.property(fc.array(anyDeclared(types), { minLength: 40, maxLength: 120 }), (commands) => {
        const exchange = new SmallExchange();
        for (const [i, command] of commands.entries()) {
          if (hasNoReference(command)) continue;
          const before = kept(exchange);
          const answer = exchange.apply({ ...command, at: millis(START + (i + 1) * 1_000) });
          if (answer.rejection === null || isRemembered(command, answer)) continue;
          refused.add(command.type);
          if (!kept(exchange).equals(before)) throw new Error(`${command.type} is refused, and changes the state`);
        }
      }),
      settingsFor(60),
    );
    expect(refused.size).toBeGreaterThan(60);
  },
  patient,
);

/** The field that says whose command it is, where a client's account has to send it or is what it is about. */
const ofAccount = types.filter((type) => "account" in DECLARATIONS[type].fields);

test.each(ofAccount)("%s is refused for a number that is no client's account", (type) => {
  const exchange = new SmallExchange();
  const { accountCount } = exchange.engine;
  const system = Array.from({ length: accountCount }, (_, n) => n).filter(
    (n) => !exchange.state.accounts.isUser(n as never),
  );
  // -1 lets a builder's users transfer, and concerns no account.
  const none = type === "allow_transfers" ? [] : [-1];
  const unknown = fc.constantFrom(...none, ...system, accountCount, accountCount + 1_000);
  fc.assert(
    fc.property(anyDeclared([type]), unknown, (drawn, account) => {
      if (hasNoReference(drawn)) return;
      const { rejection } = exchange.apply({ ...drawn, account } as Command);
      // What is wrong with a field by itself may come first, and nothing else.
      if (rejection?.name !== "invalid_parameter") {
        expect(rejection?.message).toMatch(/^(account|order|algo order) does not exist/);
      }
    }),
    settingsFor(100),
  );
  exchange.engine.audit();
});
