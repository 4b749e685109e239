// The venue itself: readiness, journal, snapshot, history, clock, chain with its nodes and attesters.

import type { ViewOf } from "@evermark/client/operator.ts";
import { decimal } from "../../format/figure-text.ts";
import { dayAndTime } from "../../format/time.ts";
import { clockAct } from "../acts/market-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Facts, Mark, Section, ShownView } from "../parts/shown-view.tsx";
import { Hash } from "./custody-view.tsx";

type System = ViewOf<"getSystem">;

const MEBI = 1_048_576;
const size = (bytes: number) => `${decimal(Math.round((bytes / MEBI) * 10) / 10)} MiB`;

export function SystemView() {
  return (
    <ShownView view="getSystem">
      {(system) => (
        <>
          <OperatorStatus {...{ system }} />
          <Kept {...{ system }} />
          {system.chain !== null && <OfChain chain={system.chain} />}
        </>
      )}
    </ShownView>
  );
}

const TONES = { ok: "good", degraded: "warn", unready: "bad" } as const;

function OperatorStatus({ system }: { readonly system: System }) {
  const { status, reasons, clock } = system;
  const acts = (
    <>
      <Mark tone={TONES[status]}>{status}</Mark>
      {clock.doubted && <ActButton spec={clockAct} name="Confirm the clock…" look="main" />}
    </>
  );
  return (
    <Section title="Status" acts={acts}>
      {reasons.length === 0 && !system.solvency_halt && <p className="soft">No problems.</p>}
      {system.solvency_halt && (
        <p className="note" data-tone="bad">
          The insurance fund can't cover what it owes: withdrawals and transfers are halted.
        </p>
      )}
      {reasons.map(({ condition, reason }) => (
        <p className="note" data-tone="bad" key={condition}>
          <strong>{condition}</strong>: {reason}
        </p>
      ))}
      <Facts
        rows={[
          ["Version", `${system.version}, behaviour ${system.behaviour}`],
          ["Mode", system.mode],
          ["Running since", dayAndTime(system.started_time)],
          ["Accounts", decimal(system.accounts)],
          ["Stream connections", `${system.streams.public} public, ${system.streams.private} private`],
          ["Machine's clock", `${decimal(Math.round(clock.ahead_seconds * 100) / 100)} s ahead of venue time`],
        ]}
      />
    </Section>
  );
}

function Kept({ system: { journal, snapshot, history } }: { readonly system: System }) {
  return (
    <Section title="Journal and history">
      <Facts
        rows={[
          ["Journal position", decimal(journal.position)],
          [
            "Journal",
            `${size(journal.bytes)} in ${journal.segments} ${journal.segments === 1 ? "segment" : "segments"}`,
          ],
          [
            "Snapshot",
            snapshot === null ? "none yet" : `at position ${decimal(snapshot.position)}, ${dayAndTime(snapshot.time)}`,
          ],
          ["History lag", history.behind === 1 ? "1 command" : `${decimal(history.behind)} commands`],
          ["History size", size(history.bytes)],
        ]}
      />
    </Section>
  );
}

function OfChain({ chain }: { readonly chain: NonNullable<System["chain"]> }) {
  const { attesters, nodes } = chain;
  return (
    <Section title={`Chain ${chain.chain_id}`}>
      {chain.trouble !== null && (
        <p className="note" data-tone="bad">
          {chain.trouble}
        </p>
      )}
      <Facts
        rows={[
          ["Vault", chain.vault === null ? "none yet" : <Hash key="vault" text={chain.vault} />],
          ["Latest block", chain.head === null ? "–" : decimal(chain.head)],
          ["Final up to block", chain.safe === null ? "–" : decimal(chain.safe)],
          ["Time of latest block", chain.head_time === null ? "–" : dayAndTime(chain.head_time)],
          ["Attesters", `${attesters.known} known, ${attesters.needed} needed, ${attesters.away} unreachable`],
          ...attesters.behind.map(
            ({ attester, commands }) =>
              [
                `Attester ${attester.slice(0, 10)}…`,
                commands === 1 ? "1 command behind" : `${decimal(commands)} commands behind`,
              ] as const,
          ),
          ...nodes.map(
            ({ node, fine }) =>
              [
                `Node ${node}`,
                <Mark key={node} tone={fine ? "good" : "bad"}>
                  {fine ? "healthy" : "in trouble"}
                </Mark>,
              ] as const,
          ),
        ]}
      />
    </Section>
  );
}
