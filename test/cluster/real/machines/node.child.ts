// The process of a node of a real round: the same host as in a venue, with a message channel to the round's program
// instead of REST and WebSocket.

import { isUnavailable, type Submitted, type Unavailable } from "@evermark/core";
import { ClusterHost, parseBusAddress } from "@evermark/core/cluster/host/index.ts";
import { silent } from "@evermark/engine";
import type { CallerAnswer } from "../../observations.ts";
import { OPENING, openedEngine } from "../../opened-engine.ts";
import { Pulse } from "../../pulse.ts";
import type { FromNode, NodeSettings, ToNode } from "./talk.ts";

const { postgres, bus } = JSON.parse(process.argv[2]!) as NodeSettings;
const address = parseBusAddress(bus);
if ("mistake" in address) throw new Error(address.mistake);

const send = (message: FromNode) => process.send?.(message);

const pulse = new Pulse(false);
const host: ClusterHost = await ClusterHost.start({
  version: "of a test",
  ...{ postgres, bus: address, engine: openedEngine(), head: OPENING },
  consumer: { ...silent, commandEnd: () => {} },
  rules: { own: pulse.own, dueAt: pulse.dueAt, admit: () => 0 },
  whyNotLead: () => null,
  losesNothing: false,
  isMovable: false,
  onApplied: (row) => {
    pulse.applied(row);
    const { batch, hash, term } = row;
    const front = host.replica.front.hash();
    const state = { hash: Buffer.from(hash).toString("hex"), isLeading: host.isLeading };
    send({ kind: "applied", batch, term, front, ...state });
  },
  onFault: (fault) =>
    send({ kind: "fault", text: fault instanceof Error ? `${fault.message}\n${fault.stack}` : String(fault) }),
  onTrouble: () => {},
  onCutOff: () => {},
});

process.on("message", (message: ToNode) => {
  switch (message.kind) {
    case "submit": {
      const { call, command, windowMs } = message;
      const options = windowMs === 0 ? {} : { until: host.replica.head.at + windowMs };
      return host.submit(
        command,
        (answer) => send({ kind: "answer", call, answer: comparableAnswer(answer) }),
        options,
      );
    }
    case "read":
      return host.read((trouble) =>
        send({ kind: "seen", call: message.call, servedAt: trouble === null ? host.replica.head.last : -1 }),
      );
    case "give way":
      return host.giveWay();
    case "state": {
      const { engine, head } = host.replica;
      return void send({ kind: "state", call: message.call, batch: head.batch, hash: engine.stateHash() });
    }
  }
});
process.on("SIGTERM", () => void host.stop().then(() => process.exit(0)));
// The round's program has ended.
process.on("disconnect", () => process.exit(1));
send({ kind: "up", id: host.id });

function comparableAnswer(answer: Submitted | Unavailable): CallerAnswer {
  if (isUnavailable(answer)) return answer;
  const { position, orderId, rejection } = answer;
  return { position, orderId, rejection };
}
