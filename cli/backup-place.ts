// Where backups are kept: the place given on the command line, or else the one in the configuration.

import { resolve } from "node:path";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} when neither names a place */
export function placeOf(said: string | undefined, { backupPlace }: Configuration): string {
  const place = said ?? backupPlace;
  if (place === null) {
    throw new CommandMistake(
      "place: none is given; expected a directory or s3://bucket/prefix, or backup.place in the file",
    );
  }
  return place.startsWith("s3:") ? place : resolve(place);
}
