// What a journal says before all else: which behaviour of the engine its commands are given under from here on, and the key
// that the engine's tables are hashed by, which a venue draws once. That key tells it from every other venue
// (genesis-file.ts).

import { BEHAVIOUR, type Engine, Fault } from "@evermark/engine";
import { thisMachine } from "./machine.ts";
import { isUnavailable, type Sequencer, type Unstamped } from "./sequencing.ts";

/** How a venue says it. */
interface FirstCommandsOptions {
  readonly drawKey?: () => string;
  /** It goes on under the newest behaviour that its program has; of several nodes each may be of another version, and none does. */
  readonly raises?: boolean;
}

/** @throws {Fault} when the disk has no room for it */
export async function sendFirstCommands(
  engine: Engine,
  sequencer: Pick<Sequencer, "send">,
  { drawKey = thisMachine.drawKey, raises = true }: FirstCommandsOptions = {},
): Promise<void> {
  const isNew = engine.commandCount === 0;
  const commands: Unstamped[] = [];
  if (isNew || (raises && engine.behaviour !== BEHAVIOUR)) commands.push({ type: "set_behaviour", version: BEHAVIOUR });
  if (!engine.isKeyed) commands.push({ type: "set_hash_key", key: drawKey() });
  // At once: what came between them would stand where the venue's name is read.
  await Promise.all(commands.map((command) => succeed(sequencer, command)));
}

async function succeed(sequencer: Pick<Sequencer, "send">, command: Unstamped): Promise<void> {
  const result = await sequencer.send(command);
  if (isUnavailable(result)) throw new Fault(`${command.type} could not be journaled: ${result.unavailable}`);
  if (result.rejection !== null) throw new Fault(`${command.type}: ${result.rejection.message}`);
}
