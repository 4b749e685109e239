// What already exists and can be named by a command, with the fields that follow from it: an order to be amended
// determines its owner, its market and its side.

import type { AlgoOrderView } from "@evermark/engine";
import { DELEGATES, HOT_WALLET } from "./command-texts.ts";
import type { Situation } from "./situation.ts";

type Something = Readonly<Record<string, unknown>>;
type Known = (situation: Situation) => readonly Something[];

const orders: Known = ({ open }) =>
  open.map(({ account, market, side, orderType, orderId, clientOrderId }) => {
    return { account, market, side, orderType, orderId, clientOrderId };
  });

export function algosOf(situation: Situation): AlgoOrderView[] {
  return situation.everyone.flatMap((account) => situation.look.openAlgoOrders(account));
}

const algos: Known = (situation) => {
  const all = (tree: AlgoOrderView): AlgoOrderView[] => [tree, ...tree.children.flatMap(all)];
  return algosOf(situation).flatMap((root) => {
    const owner = {
      account: situation.look.opening(root.account),
      market: root.market,
      clientOrderId: root.clientOrderId,
    };
    return all(root).map(({ algoOrderId }) => ({ ...owner, algoOrderId }));
  });
};

const keys: Known = (situation) =>
  situation.everyone.flatMap((account) =>
    situation.engine.keysOf(situation.look.number(account)).map(({ key }) => ({ account, key })),
  );

const tags: Known = ({ engine }) =>
  engine.brokerIds.flatMap((_, broker) =>
    engine.fees.tags(broker).map(({ enumId }) => ({ broker, enumId, name: null, description: null })),
  );

const codes: Known = (situation) =>
  situation.everyone.flatMap((account) =>
    situation.engine.fees.referralCodesOf(situation.look.number(account)).map(({ code }) => ({ code })),
  );

/** With the same transaction, as the chain could show it again. */
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

export const mains = (situation: Situation): number[] =>
  situation.everyone.filter((account) => {
    const number = situation.look.number(account);
    return situation.engine.account(number).mainAccount === number;
  });

const subsOf = (situation: Situation, account: number) =>
  situation.engine.subAccounts(situation.look.number(account)).map((number) => situation.look.opening(number));

const subAccounts: Known = (situation) =>
  mains(situation).flatMap((account) => subsOf(situation, account).map((subAccount) => ({ account, subAccount })));

/** Accounts that may still be referred, because they have not deposited yet. */
const newcomers: Known = (situation) =>
  mains(situation)
    .filter((account) => situation.engine.depositCount(situation.look.number(account)) === 0)
    .map((account) => ({ account }));

const announcedDelegates: Known = ({ engine }) =>
  DELEGATES.flatMap(({ accountId, contract }) => {
    const { signer, transaction } = engine.findAnnouncement(accountId) ?? {};
    return signer === undefined ? [] : [{ accountId, contract, signer, transaction }];
  });

const positions: Known = (situation) =>
  situation.everyone.flatMap((account) =>
    situation.look.positions(account).map(({ market, marginMode }) => ({ account, market, marginMode })),
  );

/** Fields that give a name to something new. */
const MAKES: ReadonlySet<string> = new Set([
  "create_vault.vaultId",
  "create_fee_tag.enumId",
  "create_referral_code.code",
]);

/** By the name of the field, preceded by the command's type where other commands use the field differently. */
const KNOWN: Readonly<Record<string, Known>> = {
  orderId: orders,
  "set_leverage.marginMode": positions,
  algoOrderId: algos,
  liquidationId: (situation) => situation.offers("liquidated").map(({ liquidationId }) => ({ liquidationId })),
  claimId: (situation) =>
    situation.offers("claim").flatMap(({ liquidationId, positions }) =>
      positions.map(({ market, quantity }) => {
        const { baseTick } = situation.market(market).parameters;
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
  "create_vault.fund": (situation) =>
    subAccounts(situation).map(({ account, subAccount }) => ({ provider: account, fund: subAccount })),
  enumId: tags,
  code: codes,
  "bind_referral.account": newcomers,
  key: keys,
  "observe_deposit.key": pendingDeposits,
  "drop_deposit.key": pendingDeposits,
  "credit_deposit.onChain": pendingDeposits,
  subAccount: subAccounts,
  "add_sub_account.number": (situation) =>
    mains(situation).map((account) => ({ account, number: subsOf(situation, account).length + 1 })),
  "confirm_delegate.accountId": announcedDelegates,
};

/** Fields that may also name what does not exist yet, or need not name anything. */
const FREE: ReadonlySet<string> = new Set([
  "bind_key.key",
  "observe_deposit.key",
  "credit_deposit.onChain",
  "bind_referral.account",
  "set_leverage.marginMode",
]);

/** Whether a command has a field that has to name something, and nothing of that kind exists. */
export function isAboutNothing(situation: Situation, type: string, fields: readonly string[]): boolean {
  return fields.some((field) => !FREE.has(`${type}.${field}`) && knownBy(situation, type, field)?.length === 0);
}

/** What a field of a command could name; undefined for a field that names nothing. */
export function knownBy(situation: Situation, type: string, field: string): readonly Something[] | undefined {
  return (KNOWN[`${type}.${field}`] ?? (MAKES.has(`${type}.${field}`) ? undefined : KNOWN[field]))?.(situation);
}
