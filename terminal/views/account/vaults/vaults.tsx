// Strategy vaults: their terms and performance, the wallet's share, and requests to deposit or withdraw.

import { useCallback } from "react";
import { decimal } from "../../../format/figure-text.ts";
import { dayAndTime } from "../../../format/time.ts";
import type { Identity } from "../../../identity/identity.ts";
import { Table } from "../../../parts/table/table.tsx";
import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Vault, VaultRequestRow } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { NewVault } from "./new-vault.tsx";
import { VaultCard } from "./vault-card.tsx";

const texts = words.account.vaults;

const REQUESTS = 20;

interface VaultsProps {
  readonly session: AccountSession;
  readonly identity: Identity;
}

export function VaultsPart({ session, identity }: VaultsProps) {
  const { strategyVaults } = session.client;
  const { wallet } = identity;
  const { settings } = useTerminal();
  const isOperator = settings.isSandbox && identity.accountId === identity.mainAccountId;
  const read = useRead(
    session,
    useCallback(async () => {
      const [vaults, shares, asked] = await Promise.all([
        strategyVaults.getVaults(),
        strategyVaults.getVaultInvestor({ wallet_address: wallet }),
        strategyVaults.getVaultTransactions({ size: REQUESTS }),
      ]);
      return { vaults: vaults.rows, shares: shares.rows, asked: asked.rows };
    }, [strategyVaults, wallet]),
    "wallet",
  );
  return (
    <div className="account-part">
      <p className="soft">{texts.means}</p>
      <Readable read={read}>
        {({ vaults, shares, asked }) => (
          <>
            {vaults.length === 0 && <p className="empty">{texts.empty}</p>}
            <ul className="account-cards" aria-label={texts.list}>
              {vaults.map((vault) => (
                <VaultCard
                  key={vault.vault_id}
                  session={session}
                  identity={identity}
                  vault={vault}
                  share={shares.find(({ vault_id }) => vault_id === vault.vault_id)}
                  onAsked={read.again}
                />
              ))}
            </ul>
            {isOperator && <NewVault identity={identity} onMade={read.again} />}
            {vaults.length > 0 && <Requests vaults={vaults} asked={asked} />}
          </>
        )}
      </Readable>
    </div>
  );
}

function Requests({
  vaults,
  asked,
}: {
  readonly vaults: readonly Vault[];
  readonly asked: readonly VaultRequestRow[];
}) {
  const columns: readonly Column<VaultRequestRow>[] = [
    { id: "time", name: texts.time, cell: (row) => dayAndTime(row.created_time) },
    {
      id: "vault",
      name: texts.vault,
      cell: (row) => vaults.find(({ vault_id }) => vault_id === row.vault_id)?.vault_name ?? row.vault_id,
    },
    { id: "type", name: texts.request, cell: (row) => texts.types[row.type] },
    { id: "status", name: texts.status, cell: (row) => texts.statuses[row.status] },
    { id: "amount", name: texts.amount, isFigure: true, cell: (row) => figureOf(row.amount_change) },
    { id: "shares", name: texts.shares, isFigure: true, cell: (row) => figureOf(row.shares_change) },
  ];
  return (
    <section>
      <h3>{texts.requests}</h3>
      <Table
        caption={texts.requests}
        columns={columns}
        rows={asked}
        keyOf={(row) => `${row.vault_id} ${row.created_time} ${row.type} ${row.amount_change} ${row.shares_change}`}
        empty={texts.noRequests}
      />
    </section>
  );
}

function figureOf(value: number | null): string {
  return value === null ? "—" : decimal(value);
}
