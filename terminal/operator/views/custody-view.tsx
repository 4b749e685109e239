// Custody: what the vault holds and owes, unexplained departures from the vault, and deposits that wait for an operator.

import type { ViewOf } from "@evermark/client/operator.ts";
import { dayAndTime } from "../../format/time.ts";
import { Money } from "../../parts/figure.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { acceptAct, creditAct, DEPARTURE_KINDS, depositsAct, repairAct } from "../acts/money-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Facts, Mark, Section, ShownView } from "../parts/shown-view.tsx";

type Custody = ViewOf<"getCustody">;
type Departure = Custody["unexplained"][number];
type Parked = Custody["parked"][number];
type Place = Custody["places"][number];

const departures: readonly Column<Departure>[] = [
  { id: "text", name: "Description", cell: ({ text }) => text, onCard: "head" },
  { id: "kind", name: "Kind", cell: ({ kind }) => DEPARTURE_KINDS[kind] },
  { id: "block", name: "Block", isFigure: true, cell: ({ block }) => block },
  { id: "transaction", name: "Transaction", cell: ({ transaction }) => <Hash text={transaction} />, onCard: "line" },
  {
    ...{ id: "acts", name: "Actions", onCard: "foot" },
    cell: (row) => <ActButton spec={acceptAct(row)} name="Accept…" label={`Accept ${row.transaction}`} look="bare" />,
  },
];

const parked: readonly Column<Parked>[] = [
  { id: "reference", name: "Deposit", cell: ({ reference }) => <Hash text={reference} />, onCard: "head" },
  { id: "amount", name: "Amount", isFigure: true, cell: ({ amount }) => <Money value={amount} /> },
  { id: "account", name: "Account", cell: ({ account_id }) => <Hash text={account_id} />, onCard: "line" },
  { id: "reason", name: "Reason", cell: ({ reason }) => reason, onCard: "line" },
  {
    ...{ id: "acts", name: "Actions", onCard: "foot" },
    cell: (row) => <ActButton spec={creditAct(row)} name="Credit…" label={`Credit ${row.reference}`} look="bare" />,
  },
];

const places: readonly Column<Place>[] = [
  { id: "place", name: "Location", cell: ({ place, chain_id }) => `${place} on chain ${chain_id}`, onCard: "head" },
  { id: "token", name: "Token", cell: ({ token }) => token },
  { id: "balance", name: "Balance", isFigure: true, cell: ({ balance }) => <Known value={balance} /> },
  { id: "uncredited", name: "Uncredited", isFigure: true, cell: ({ uncredited }) => <Money value={uncredited} /> },
  { id: "value", name: "Value in USDC", isFigure: true, cell: ({ value }) => <Known value={value} /> },
  { id: "cap", name: "Limit", isFigure: true, cell: ({ cap }) => (cap === null ? "–" : <Money value={cap} />) },
  { id: "stop", name: "Deposits", cell: ({ stop }) => stop ?? "credited", onCard: "line" },
];

function Known({ value }: { readonly value: number | null }) {
  return value === null ? "unknown" : <Money value={value} />;
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
          <Section title="Not in the journal">
            <Table
              caption="Payments and acts of the vault that are not in the journal"
              {...{ columns: departures, rows: custody.unexplained }}
              keyOf={({ transaction, kind }) => transaction + kind}
              empty="The journal explains everything that has left the vault."
              cards="roomy"
            />
          </Section>
          <Section title="Parked deposits">
            <Table
              caption="Parked deposits"
              {...{ columns: parked, rows: custody.parked }}
              keyOf={({ reference }) => reference}
              empty="No deposits are parked."
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
      {deposits_trouble !== null && <ActButton spec={depositsAct(custody)} name="Resume deposits…" look="main" />}
    </>
  );
  return (
    <Section title="Vault" acts={acts}>
      {!chain && <p className="note">This venue has no chain: balances come from the faucet, and there is no vault.</p>}
      {custody_trouble !== null && (
        <p className="note" data-tone="bad">
          Payments are stopped: {custody_trouble}
        </p>
      )}
      {deposits_trouble !== null && (
        <p className="note" data-tone="bad">
          Deposits are not being credited: {deposits_trouble}
        </p>
      )}
      <Facts
        rows={[
          ["Vault balance", balance === null ? "not read yet" : <Money key="holds" value={balance} />],
          ["Expected by the journal", <Money key="must" value={custody.expected} />],
          [
            "Missing",
            missing > 0 ? (
              <Mark key="missing" tone="bad">
                <Money value={missing} /> since {since === null ? "now" : dayAndTime(since)}
              </Mark>
            ) : (
              <Mark key="missing" tone="good">
                none
              </Mark>
            ),
          ],
          ["Paid in for repairs", <Money key="repaired" value={custody.repaired} />],
          ["Read at block", block === null ? "–" : String(block)],
        ]}
      />
    </Section>
  );
}

function Reserves({ custody: { assets, liabilities, shortfall, places: rows } }: { readonly custody: Custody }) {
  return (
    <Section title="Assets and liabilities">
      <Facts
        rows={[
          ["Held in vault and treasuries", <Known key="assets" value={assets} />],
          ["Owed to all accounts", <Money key="liabilities" value={liabilities} />],
          ["Shortfall", <Known key="shortfall" value={shortfall} />],
        ]}
      />
      <Table
        caption="Assets by location"
        {...{ columns: places, rows }}
        keyOf={({ place, chain_id, token }) => `${place} ${chain_id} ${token}`}
        empty="This venue has no chain."
        cards="roomy"
      />
    </Section>
  );
}
