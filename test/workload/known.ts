// What exists already and can be named: of each, the fields of commands that follow from it. An order that is amended is its
// owner's, in its market, on its side.

import type { AlgoOrderView } from "@evermark/engine";
import type { Floor } from "./floor.ts";
import { DELEGATES, HOT_WALLET } from "./words.ts";

type Something = Readonly<Record<string, unknown>>;
type Known = (floor: Floor) => readonly Something[];

const orders: Known = ({ open }) =>
  open.map(({ account, market, side, orderType, orderId, clientOrderId }) => {
    return { account, market, side, orderType, orderId, clientOrderId };
  });

export function algosOf(floor: Floor): AlgoOrderView[] {
  return floor.everyone.flatMap((account) => floor.look.openAlgoOrders(account));
}

const algos: Known = (floor) => {
  const all = (tree: AlgoOrderView): AlgoOrderView[] => [tree, ...tree.children.flatMap(all)];
  return algosOf(floor).flatMap((root) => {
    const owner = { account: floor.look.opening(root.account), market: root.market, clientOrderId: root.clientOrderId };
    return all(root).map(({ algoOrderId }) => ({ ...owner, algoOrderId }));
  });
};

const keys: Known = (floor) =>
  floor.everyone.flatMap((account) =>
    floor.engine.keysOf(floor.look.number(account)).map(({ key }) => ({ account, key })),
  );

const tags: Known = ({ engine }) =>
  engine.brokerIds.flatMap((_, broker) =>
    engine.fees.tags(broker).map(({ enumId }) => ({ broker, enumId, name: null, description: null })),
  );

const codes: Known = (floor) =>
  floor.everyone.flatMap((account) =>
    floor.engine.fees.referralCodesOf(floor.look.number(account)).map(({ code }) => ({ code })),
  );

/** As its chain has shown it, and could show it again. */
const pendingDeposits: Known = ({ engine, look }) =>
  engine.funds.pendingDeposits().map(({ createdAt, ...shown }) => {
    const { key, chainId, transaction } = shown;
    return { ...shown, account: look.opening(shown.account), onChain: { key, chainId, transaction } };
  });

const withdrawals: Known = ({ engine, dice }) =>
  engine.funds.openWithdrawals().map(({ withdrawalId, transactions }) => {
    const next = engine.funds.lastChainNonce(HOT_WALLET) + 1;
    const chainNonce = dice.chance(500) ? next : (transactions.at(-1)?.chainNonce ?? next);
    return { withdrawalId, chainNonce, sender: HOT_WALLET };
  });

export const mains = (floor: Floor): number[] =>
  floor.everyone.filter((account) => {
    const number = floor.look.number(account);
    return floor.engine.account(number).mainAccount === number;
  });

const subsOf = (floor: Floor, account: number) =>
  floor.engine.subAccounts(floor.look.number(account)).map((number) => floor.look.opening(number));

const subAccounts: Known = (floor) =>
  mains(floor).flatMap((account) => subsOf(floor, account).map((subAccount) => ({ account, subAccount })));

/** Whoever may be referred: who has not paid in yet. */
const newcomers: Known = (floor) =>
  mains(floor)
    .filter((account) => floor.engine.depositCount(floor.look.number(account)) === 0)
    .map((account) => ({ account }));

const announcedDelegates: Known = ({ engine }) =>
  DELEGATES.flatMap(({ accountId, contract }) => {
    const { signer, transaction } = engine.findAnnouncement(accountId) ?? {};
    return signer === undefined ? [] : [{ accountId, contract, signer, transaction }];
  });

const positions: Known = (floor) =>
  floor.everyone.flatMap((account) =>
    floor.look.positions(account).map(({ market, marginMode }) => ({ account, market, marginMode })),
  );

/** Fields by which something new is named. */
const MAKES: ReadonlySet<string> = new Set([
  "create_vault.vaultId",
  "create_fee_tag.enumId",
  "create_referral_code.code",
]);

/** By the field that names it, after its command's name where other commands mean something else by it. */
const KNOWN: Readonly<Record<string, Known>> = {
  orderId: orders,
  "set_leverage.marginMode": positions,
  algoOrderId: algos,
  liquidationId: (floor) => floor.offers("liquidated").map(({ liquidationId }) => ({ liquidationId })),
  claimId: (floor) =>
    floor.offers("claim").flatMap(({ liquidationId, positions }) =>
      positions.map(({ market, quantity }) => {
        const { baseTick } = floor.market(market).parameters;
        return { claimId: liquidationId, market, quantity: Math.abs(quantity) * baseTick };
      }),
    ),
  withdrawalId: withdrawals,
  announcementId: ({ engine }) => engine.announcements().map(({ announcementId }) => ({ announcementId })),
  vaultId: ({ engine }) => engine.vaults.vaultIds.map((vaultId) => ({ vaultId })),
  "set_vault_state.vaultId": ({ engine }) =>
    engine.vaults.vaultIds
      .filter((id) => engine.vaults.vault(id)!.state === "pre_launch")
      .map((vaultId) => ({ vaultId })),
  "create_vault.fund": (floor) =>
    subAccounts(floor).map(({ account, subAccount }) => ({ provider: account, fund: subAccount })),
  enumId: tags,
  code: codes,
  "bind_referral.account": newcomers,
  key: keys,
  "observe_deposit.key": pendingDeposits,
  "drop_deposit.key": pendingDeposits,
  "credit_deposit.onChain": pendingDeposits,
  subAccount: subAccounts,
  "add_sub_account.number": (floor) =>
    mains(floor).map((account) => ({ account, number: subsOf(floor, account).length + 1 })),
  "confirm_delegate.accountId": announcedDelegates,
};

/** Fields that can name what is not there yet, or need not name anything. */
const FREE: ReadonlySet<string> = new Set([
  "bind_key.key",
  "observe_deposit.key",
  "credit_deposit.onChain",
  "bind_referral.account",
  "set_leverage.marginMode",
]);

/** Whether a command has a field that could name something, and nothing of it is there. */
export function isAboutNothing(floor: Floor, type: string, fields: readonly string[]): boolean {
  return fields.some((field) => !FREE.has(`${type}.${field}`) && knownBy(floor, type, field)?.length === 0);
}

/** What a field of a command could name; undefined of a field that names nothing. */
export function knownBy(floor: Floor, type: string, field: string): readonly Something[] | undefined {
  return (KNOWN[`${type}.${field}`] ?? (MAKES.has(`${type}.${field}`) ? undefined : KNOWN[field]))?.(floor);
}
