// Real rounds with fixed seeds, and a node that stops cleanly. Where PostgreSQL or NATS is not installed they are
// skipped with a message; where these are required, as before a change is merged, that is a failure.

import { expect, test } from "bun:test";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { Services } from "./machines/services.ts";
import { huntReal } from "./real-hunt.ts";
import { RealRound } from "./real-round.ts";

const isAsked = asksForNats && isPostgresAsked;
if (!isAsked) console.warn("real rounds of several nodes are not played: PostgreSQL or nats-server is not installed");
const testRounds = test.skipIf(!isAsked);

testRounds(
  "whatever happens to real nodes, each caller's answer agrees with PostgreSQL",
  async () => {
    const messages: string[] = [];
    const failed = await huntReal({ firstSeed: 3, rounds: 3, print: (text) => messages.push(text) });
    expect({ failed, said: failed === 0 ? [] : messages }).toEqual({ failed: 0, said: [] });
  },
  600_000,
);

testRounds(
  "a leader that shuts down hands over to another node, and leaves no caller without an answer",
  async () => {
    await using services = await Services.start();
    const round = await RealRound.open(services, 1);
    await round.begin();
    const { leader } = round;
    const before = leader.id;
    expect(await leader.stop()).toBe(true);
    const { violations, terms, observations } = await round.end();
    expect(violations).toEqual([]);
    expect(terms).toBeGreaterThan(1);
    const left = observations.commands.filter(({ node, answers }) => node === before && answers.length === 0);
    expect(left.map(({ tag }) => tag)).toEqual([]);
  },
  300_000,
);
