// Alerts about deposits, withdrawals and the vault that holds the money.

import type { Alert } from "./alert.ts";

const CUSTODY = "../custody.md";
const ATTESTERS = "../attesters.md";

export const chainAlerts: readonly Alert[] = [
  {
    name: "VaultShort",
    severity: "page",
    when: 'evermark_vault_shortfall_usdc > 0 or evermark_condition_holds{condition="custody"} == 0',
    summary: "the vault of {{ $labels.instance }} holds less than it must according to the journal",
    means: "Money may have been stolen. Withdrawals have stopped automatically; trading continues.",
    steps: [
      `Pause the vault, unless you know the reason ([pausing](${CUSTODY}#pausing-and-unpausing)).`,
      `Look for the payment that is not in the journal: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { evermark_vault_shortfall_usdc: "0x3 25x12", 'evermark_condition_holds{condition="custody"}': "1x15" },
  },
  {
    name: "ReservesShort",
    severity: "page",
    when: 'evermark_condition_holds{condition="reserves"} == 0',
    summary: "vault and treasuries of {{ $labels.instance }} together hold less than is owed to all accounts",
    means:
      "Money has left a treasury or the vault, or is on its way between them, or a token has lost value. Nothing has stopped " +
      "automatically: as long as the vault holds what it must, withdrawals are paid.",
    steps: [
      "`npx evermark operator custody`: `shortfall`, and what each place holds.",
      `A place that holds less than before: [a treasury that was emptied](${CUSTODY}#a-treasury-that-was-emptied). A token below its peg: [tokens](${CUSTODY}#tokens-that-are-not-usdc).`,
    ],
    fires: { 'evermark_condition_holds{condition="reserves"}': "1x3 0x12" },
  },
  {
    name: "TokenStopped",
    severity: "page",
    when: 'evermark_treasury_token_stopped{why=~"peg|price"} > 0',
    for: "1m",
    summary: "deposits of {{ $labels.token }} on chain {{ $labels.chain }} are not credited by {{ $labels.instance }}",
    means: "The token is off its peg, or its price is unknown. Its deposits are kept, and credited when it is back.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `receiver_tokens` shows its last price.",
      `Decide what to do with the amount of it in the treasury: [tokens](${CUSTODY}#tokens-that-are-not-usdc).`,
    ],
    fires: { 'evermark_treasury_token_stopped{chain="1",token="USDT",why="peg"}': "0x3 1x12" },
  },
  {
    name: "TokenAtCap",
    severity: "ticket",
    when: 'evermark_treasury_token_stopped{why="cap"} > 0 or evermark_treasury_balance > 0.9 * evermark_treasury_cap',
    for: "5m",
    summary:
      "the treasury of {{ $labels.instance }} holds nearly as much {{ $labels.token }} on chain {{ $labels.chain }} as its cap allows",
    means: "Deposits above the cap are kept, but not credited until there is room.",
    steps: [
      "Exchange the tokens and pay the proceeds into the vault; or raise the `cap` of this token and restart ([tokens](../custody.md#tokens-that-are-not-usdc)).",
    ],
    fires: {
      'evermark_treasury_balance{chain="1",token="USDT"}': "95x15",
      'evermark_treasury_cap{chain="1",token="USDT"}': "100x15",
    },
  },
  {
    name: "VaultUnexplained",
    severity: "page",
    when: "sum without (kind) (evermark_vault_unexplained) > 0",
    summary: "the vault of {{ $labels.instance }} did {{ $value }} things that are not in the journal",
    means:
      "A key may have been stolen: a payment that no account requested was made or queued, or the owner or the guardian has started " +
      "something. Withdrawals have stopped automatically.",
    steps: [
      "`npx evermark operator custody` shows each with its transaction.",
      `If none of you did it: pause the vault ([pausing](${CUSTODY}#pausing-and-unpausing)), cancel the proposal, and continue as for [money may be missing](${CUSTODY}#money-may-be-missing).`,
      "If you know the reason, for instance because you proposed the change: `npx evermark operator custody accept=<transaction>`.",
    ],
    fires: { 'evermark_vault_unexplained{kind="queued"}': "0x3 1x12" },
  },
  {
    name: "WithdrawalDisputed",
    severity: "page",
    when: 'increase(evermark_withdrawal_acts_total{act="disagreement"}[15m]) > 0',
    summary: "the vault refuses a withdrawal that {{ $labels.instance }} has accepted",
    means: "No user can cause this: the configurations of the venue and the vault differ, or one of them has changed.",
    steps: [
      "`npx evermark operator withdrawals state=paused`.",
      `Compare \`chain.withdraw_domain\`, builders, fee and token with those of the vault: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="disagreement"}': "0x5 1x10" },
  },
  {
    name: "WithdrawalGivenBack",
    severity: "ticket",
    when: 'increase(evermark_withdrawal_acts_total{act="give_back"}[15m]) > 0',
    summary: "{{ $labels.instance }} has returned a withdrawal to its account",
    means: "The chain proves that the withdrawal was not paid and, nearly always, that it can no longer be paid.",
    steps: [
      `The log shows which and why; [a withdrawal that was given back](${CUSTODY}#a-withdrawal-that-was-given-back) describes when to investigate further.`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="give_back"}': "0x5 1x10" },
  },
  {
    name: "WithdrawalsFail",
    severity: "ticket",
    when: 'increase(evermark_withdrawal_acts_total{act="try_again"}[1h]) > 5',
    summary: "{{ $value }} payments of {{ $labels.instance }} have failed on the chain within an hour",
    means: "They are retried automatically; each attempt costs gas.",
    steps: [
      `In an explorer, look at the transactions that the log names: too little gas, or a vault that is paused or short of funds ([withdrawals wait](${CUSTODY}#withdrawals-wait)).`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="try_again"}': "0+1x15" },
  },
  {
    name: "WithdrawalsWait",
    severity: "page",
    when: 'evermark_condition_holds{condition="withdrawals"} == 0 or evermark_withdrawal_oldest_seconds > 1800',
    for: "5m",
    summary: "withdrawals of {{ $labels.instance }} are not paid",
    means: "The money is frozen at the venue and still in the vault; traders are waiting.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `withdrawals` shows why.",
      `Depending on the reason: [withdrawals wait](${CUSTODY}#withdrawals-wait).`,
    ],
    fires: {
      'evermark_condition_holds{condition="withdrawals"}': "0x15",
      evermark_withdrawal_oldest_seconds: "0x15",
    },
  },
  {
    name: "AttestersMissing",
    severity: "page",
    when: 'evermark_condition_holds{condition="attesters"} == 0',
    for: "5m",
    summary: "too few attesters of {{ $labels.instance }} can be reached to pay withdrawals",
    means: "Withdrawals wait until enough of them are back; nothing is lost, and trading continues.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `attesters` shows which ones can't be reached.",
      `Look at that machine's own log: [an attester that is away](${ATTESTERS}#an-attester-that-is-away).`,
    ],
    fires: { 'evermark_condition_holds{condition="attesters"}': "0x15" },
  },
  {
    name: "AttesterAway",
    severity: "ticket",
    when: "evermark_attesters_away > 0",
    for: "10m",
    summary: "{{ $value }} attesters of {{ $labels.instance }} can't be reached",
    means: "The others are enough, but may not be if another one fails.",
    steps: [`Look at that machine's own log: [an attester that is away](${ATTESTERS}#an-attester-that-is-away).`],
    fires: { evermark_attesters_away: "1x15" },
  },
  {
    name: "AttesterRefuses",
    severity: "page",
    when: 'increase(evermark_attestations_total{outcome="refused"}[15m]) > 0',
    summary: "an attester of {{ $labels.instance }} refuses a payment",
    means:
      "Its own engine does not have the payment that the venue wants to make, or it could not query its own node. If the terms differ, the " +
      "venue's machine may have been compromised.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `withdrawals` shows which attester refuses, and why.",
      `Depending on the reason: [an attester that refuses](${ATTESTERS}#an-attester-that-refuses).`,
    ],
    fires: { 'evermark_attestations_total{outcome="refused"}': "0x5 1x10" },
  },
  {
    name: "OperatorGasLow",
    severity: "ticket",
    when: "evermark_operator_gas_withdrawals < 50",
    for: "5m",
    summary: "the operator's gas of {{ $labels.instance }} is enough for {{ $value }} withdrawals",
    means: "When it is used up, withdrawals wait.",
    steps: [
      "Send gas to the operator's address; `npx evermark chain` shows the address. The venue notices within a minute.",
    ],
    fires: { evermark_operator_gas_withdrawals: "12x15" },
  },
  {
    name: "DepositsWait",
    severity: "page",
    when: 'evermark_condition_holds{condition="deposits"} == 0',
    for: "10m",
    summary: "{{ $labels.instance }} is not crediting deposits",
    means: "They are in the vault, and are credited once the reason is gone.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `deposits` shows why.",
      `If the chain can't be read: as for [ChainUnreadable](#chainunreadable). If deposits are halted: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { 'evermark_condition_holds{condition="deposits"}': "0x15" },
  },
  {
    name: "DepositParked",
    severity: "ticket",
    when: "evermark_deposits_parked > 0 or increase(evermark_deposits_uncountable_total[1h]) > 0",
    summary: "{{ $value }} deposits of {{ $labels.instance }} can't be credited and wait for the operator",
    means:
      "The vault received money for an account, builder or token that the venue does not know; or deposits by transfer arrived in a token that " +
      "is off its peg or at its cap, and are credited when that is over.",
    steps: [`The log shows account, amount and reason: [deposits wait](${CUSTODY}#deposits-wait).`],
    fires: { evermark_deposits_parked: "0x3 1x12", evermark_deposits_uncountable_total: "0x15" },
  },
  {
    name: "ChainUnreadable",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="chain"} == 0',
    for: "10m",
    summary: "{{ $labels.instance }} can't read its chain",
    means: "Meanwhile no deposit is credited and no withdrawal is paid; trading continues.",
    steps: [
      "The log line `chain node is in trouble` names the node and the reason.",
      "Add nodes of other providers to `chain.rpc`, and restart ([the chain](../operations.md#the-chain)).",
    ],
    fires: { 'evermark_condition_holds{condition="chain"}': "0x15" },
  },
  {
    name: "ChainNodeTrouble",
    severity: "ticket",
    when: "evermark_chain_node_fine == 0",
    for: "10m",
    summary: "node {{ $labels.node }} of {{ $labels.instance }} does not answer as it should",
    means: "The other nodes continue, but one more failure may stop deposits and withdrawals.",
    steps: [
      "The log shows what is wrong with it: unreachable, behind, or in disagreement with the others. Repair it or name another one in `chain.rpc`.",
    ],
    fires: { 'evermark_chain_node_fine{node="one"}': "0x15" },
  },
];
