// Custody: what the vault holds and owes, unexplained departures from the vault, and deposits that wait for an operator.

import type { ViewOf } from "@evermark/client/operator.ts";
import { dayAndTime } from "../../format/time.ts";
import { Money } from "../../parts/figure.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { acceptAct, creditAct, depositsAct, repairAct } from "../acts/money-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Facts, Mark, Section, ShownView } from "../parts/shown-view.tsx";

type Custody = ViewOf<"getCustody">;
type Departure = Custody["unexplained"][number];
type Parked = Custody["parked"][number];
type Place = Custody["places"][number];

const departures: readonly Column<Departure>[] = [
  { id: "text", name: "What was done", cell: ({ text }) => text, onCard: "head" },
  { id: "kind", name: "Kind", cell: ({ kind }) => kind },
  { id: "block", name: "Block", isFigure: true, cell: ({ block }) => block },
  { id: "transaction", name: "Transaction", cell: ({ transaction }) => <Hash text={transaction} />, onCard: "line" },
  {
    ...{ id: "acts", name: "Acts", onCard: "foot" },
    cell: (row) => <ActButton spec={acceptAct(row)} name="Accept…" label={`Accept ${row.transaction}`} look="bare" />,
  },
];

const parked: readonly Column<Parked>[] = [
  { id: "reference", name: "Deposit", cell: ({ reference }) => <Hash text={reference} />, onCard: "head" },
  { id: "amount", name: "Amount", isFigure: true, cell: ({ amount }) => <Money value={amount} /> },
  { id: "account", name: "Account", cell: ({ account_id }) => <Hash text={account_id} />, onCard: "line" },
  { id: "reason", name: "Why it waits", cell: ({ reason }) => reason, onCard: "line" },
  {
    ...{ id: "acts", name: "Acts", onCard: "foot" },
    cell: (row) => <ActButton spec={creditAct(row)} name="Credit…" label={`Credit ${row.reference}`} look="bare" />,
  },
];

const places: readonly Column<Place>[] = [
  { id: "place", name: "Place", cell: ({ place, chain_id }) => `${place} on chain ${chain_id}`, onCard: "head" },
  { id: "token", name: "Token", cell: ({ token }) => token },
  { id: "balance", name: "Holds", isFigure: true, cell: ({ balance }) => <Known value={balance} /> },
  { id: "uncredited", name: "Not credited", isFigure: true, cell: ({ uncredited }) => <Money value={uncredited} /> },
  { id: "value", name: "Counts as USDC", isFigure: true, cell: ({ value }) => <Known value={value} /> },
  { id: "cap", name: "At most", isFigure: true, cell: ({ cap }) => (cap === null ? "–" : <Money value={cap} />) },
  { id: "stop", name: "Deposits of it", cell: ({ stop }) => stop ?? "credited", onCard: "line" },
];

function Known({ value }: { readonly value: number | null }) {
  return value === null ? "not known yet" : <Money value={value} />;
}

/** Shows the first and last characters; the whole text is in the tooltip. */
export function Hash({ text }: { readonly text: string }) {
  return <span title={text}>{text.length > 24 ? `${text.slice(0, 12)}…${text.slice(-8)}` : text}</span>;
}

export function CustodyView() {
  return (
    <ShownView view="getCustody">
      {(custody) => (
        <>
          <Vault {...{ custody }} />
          <Reserves {...{ custody }} />
          <Section title="Not explained by the journal">
            <Table
              caption="Not explained by the journal"
              {...{ columns: departures, rows: custody.unexplained }}
              keyOf={({ transaction, kind }) => transaction + kind}
              empty="The journal explains all that has left the vault."
              cards="roomy"
            />
          </Section>
          <Section title="Deposits that wait">
            <Table
              caption="Deposits that wait"
              {...{ columns: parked, rows: custody.parked }}
              keyOf={({ reference }) => reference}
              empty="Every deposit is credited."
              cards="roomy"
            />
          </Section>
        </>
      )}
    </ShownView>
  );
}

function Vault({ custody }: { readonly custody: Custody }) {
  const { chain, missing, balance, block, since_time: since, deposits_trouble, custody_trouble } = custody;
  const acts = (
    <>
      {missing > 0 && <ActButton spec={repairAct(custody)} name="Repair…" look="main" />}
      {deposits_trouble !== null && <ActButton spec={depositsAct(custody)} name="Let deposits go on…" look="main" />}
    </>
  );
  return (
    <Section title="Vault" acts={acts}>
      {!chain && <p className="note">This venue has no chain: balances come from the faucet, and there is no vault.</p>}
      {custody_trouble !== null && (
        <p className="note" data-tone="bad">
          Payments stand still: {custody_trouble}
        </p>
      )}
      {deposits_trouble !== null && (
        <p className="note" data-tone="bad">
          Deposits wait: {deposits_trouble}
        </p>
      )}
      <Facts
        rows={[
          ["The vault holds", balance === null ? "not looked at yet" : <Money key="holds" value={balance} />],
          ["It must hold, by the journal", <Money key="must" value={custody.expected} />],
          [
            "Missing",
            missing > 0 ? (
              <Mark key="missing" tone="bad">
                <Money value={missing} /> since {since === null ? "now" : dayAndTime(since)}
              </Mark>
            ) : (
              <Mark key="missing" tone="good">
                nothing
              </Mark>
            ),
          ],
          ["Put in to repair it", <Money key="repaired" value={custody.repaired} />],
          ["Looked at in block", block === null ? "–" : String(block)],
        ]}
      />
    </Section>
  );
}

function Reserves({ custody: { assets, liabilities, shortfall, places: rows } }: { readonly custody: Custody }) {
  return (
    <Section title="All that is held and owed">
      <Facts
        rows={[
          ["Vault and treasuries hold", <Known key="assets" value={assets} />],
          ["Owed to all accounts", <Money key="liabilities" value={liabilities} />],
          ["Less than is owed", <Known key="shortfall" value={shortfall} />],
        ]}
      />
      <Table
        caption="Where it lies"
        {...{ columns: places, rows }}
        keyOf={({ place, chain_id, token }) => `${place} ${chain_id} ${token}`}
        empty="No chain, and so no place."
        cards="roomy"
      />
    </Section>
  );
}
