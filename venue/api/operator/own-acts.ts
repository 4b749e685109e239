// The acts that are not calls of a sandbox: console keys, which only users of the venue's machine grant and end, and
// confirming the machine's clock, which is done through a file.

import type { OperatorRole } from "@evermark/interface/rows/endpoint.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { parseCanonicalKey } from "../../auth/signatures/ed25519.ts";
import {
  CONSOLE_KEYS_MAX,
  type ConsoleKey,
  type ConsoleKeys,
  KEY_LIFETIME_MS,
} from "../../operation/acts/console-keys.ts";
import { confirmClock, findClockDoubt } from "../../operation/time/clock-confirmation.ts";
import type { MachineClocks } from "../../operation/time/machine-clocks.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import type { OwnActs } from "../sandbox/operator-acts.ts";

interface Parts {
  readonly venue: Pick<Venue, "clock" | "log">;
  readonly keys: ConsoleKeys;
  readonly paths: Parameters<typeof confirmClock>[0] & Parameters<typeof findClockDoubt>[0];
  readonly clocks: Pick<MachineClocks, "wall">;
}

/** The checked input of `grant_key`. */
interface GrantedKey {
  readonly name: string;
  readonly key: string;
  readonly roles: string;
  readonly expires_time?: number;
}

export function ownActs({ venue, keys, paths, clocks }: Parts): OwnActs {
  const shown = () => ({ rows: keys.list().map(presentKey) });
  const change = <Result>(make: () => Result): Result => {
    try {
      return make();
    } catch (err) {
      venue.log.error({ err }, "the keys of the operator's console can't be written");
      throw refusal("core_unavailable", `${errors.core_unavailable.text}: the keys of the console can't be written`);
    }
  };
  return {
    keys: shown,
    grant_key(input, who) {
      const granted = keyOf(input as unknown as GrantedKey, who, venue.clock.now());
      requireRoom(keys, granted);
      change(() => keys.grant(granted));
      return shown();
    },
    remove_key({ name }) {
      if (!change(() => keys.remove(name as string))) throw refusal("not_found", `the console has no key ${name}`);
      return shown();
    },
    clock() {
      if (findClockDoubt(paths) === undefined) throw refusal("refused", "the machine's clock is not in doubt");
      confirmClock(paths, clocks.wall());
      return undefined;
    },
  };
}

/** @throws {ApiError} -1005 */
function keyOf({ name, key, roles, expires_time: expires }: GrantedKey, who: string, now: number): ConsoleKey {
  if (parseCanonicalKey(key) === undefined) throw invalid("key is invalid: it is no public key of Ed25519");
  const wanted = roles.split(",") as OperatorRole[];
  if (new Set(wanted).size < wanted.length) throw invalid(`roles is invalid: ${roles}, expected each once`);
  const expiresAt = expires === 0 ? null : (expires ?? now + KEY_LIFETIME_MS);
  if (expiresAt !== null && expiresAt <= now) throw invalid("expires_time is invalid: it is over");
  return { name, key, roles: wanted, grantedBy: who, grantedAt: now, expiresAt };
}

/** One key has one name, otherwise the log would not show who acted. @throws {ApiError} -1012 */
function requireRoom(keys: ConsoleKeys, { name, key }: ConsoleKey): void {
  const others = keys.list().filter((known) => known.name !== name);
  const other = others.find((known) => known.key === key);
  if (other !== undefined) throw refusal("refused", `the key is granted already, under the name ${other.name}`);
  if (others.length >= CONSOLE_KEYS_MAX) throw refusal("refused", `there are ${CONSOLE_KEYS_MAX} keys: end one first`);
}

export function presentKey({ name, key, roles, grantedAt, grantedBy, expiresAt }: ConsoleKey) {
  return { name, key, roles: [...roles], granted_time: grantedAt, granted_by: grantedBy, expires: expiresAt };
}
