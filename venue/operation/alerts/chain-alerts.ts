// Alerts about deposits, withdrawals and the vault that holds the money.

import type { Alert } from "./alert.ts";

const CUSTODY = "../custody.md";
const ATTESTERS = "../attesters.md";

export const chainAlerts: readonly Alert[] = [
  {
    name: "VaultShort",
    severity: "page",
    when: 'evermark_vault_shortfall_usdc > 0 or evermark_condition_holds{condition="custody"} == 0',
    summary: "the vault of {{ $labels.instance }} holds less than the journal says it must",
    means: "Money may have been taken. Withdrawals have stopped by themselves; trading goes on.",
    steps: [
      `Pause the vault, unless you know the reason ([pausing](${CUSTODY}#pausing-and-unpausing)).`,
      `Look for the payment that the journal does not have: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { evermark_vault_shortfall_usdc: "0x3 25x12", 'evermark_condition_holds{condition="custody"}': "1x15" },
  },
  {
    name: "ReservesShort",
    severity: "page",
    when: 'evermark_condition_holds{condition="reserves"} == 0',
    summary: "vault and treasuries of {{ $labels.instance }} hold less than is owed to all accounts",
    means:
      "Money has left a treasury or the vault, is on its way between them, or a token that is held is worth less. Nothing has stopped by " +
      "itself: while the vault holds what it must, withdrawals are paid.",
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
    means:
      "It is off its peg, or what it is worth is not known. Each deposit of it is kept, and credited when it is back.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `receiver_tokens` says what it was worth.",
      `Decide what is done with what the treasury has of it: [tokens](${CUSTODY}#tokens-that-are-not-usdc).`,
    ],
    fires: { 'evermark_treasury_token_stopped{chain="1",token="USDT",why="peg"}': "0x3 1x12" },
  },
  {
    name: "TokenAtCap",
    severity: "ticket",
    when: 'evermark_treasury_token_stopped{why="cap"} > 0 or evermark_treasury_balance > 0.9 * evermark_treasury_cap',
    for: "5m",
    summary:
      "the treasury of {{ $labels.instance }} has nearly as much {{ $labels.token }} on chain {{ $labels.chain }} as it takes",
    means: "What comes above its cap is kept and not credited until there is room.",
    steps: [
      "Exchange what it has, and put it into the vault; or raise the row's `cap` and restart ([tokens](../custody.md#tokens-that-are-not-usdc)).",
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
    summary: "the vault of {{ $labels.instance }} did {{ $value }} things that its journal does not have",
    means:
      "A key may have been stolen: a payment was made or queued that no account asked for, or owner or guardian have begun " +
      "something. Withdrawals have stopped by themselves.",
    steps: [
      "`npx evermark operator custody` shows each with its transaction.",
      `None of you has done it: pause the vault ([pausing](${CUSTODY}#pausing-and-unpausing)), cancel the proposal, and go on as for [money may be missing](${CUSTODY}#money-may-be-missing).`,
      "You know it, such as a change that you have proposed: `npx evermark operator custody accept=<transaction>`.",
    ],
    fires: { 'evermark_vault_unexplained{kind="queued"}': "0x3 1x12" },
  },
  {
    name: "WithdrawalDisputed",
    severity: "page",
    when: 'increase(evermark_withdrawal_acts_total{act="disagreement"}[15m]) > 0',
    summary: "the vault refuses a withdrawal that {{ $labels.instance }} has accepted",
    means:
      "No user can cause that: the venue's configuration and the vault's differ, or one of them is not what it was.",
    steps: [
      "`npx evermark operator withdrawals state=paused`.",
      `Hold \`chain.withdraw_domain\`, builders, fee and token against the vault's: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="disagreement"}': "0x5 1x10" },
  },
  {
    name: "WithdrawalGivenBack",
    severity: "ticket",
    when: 'increase(evermark_withdrawal_acts_total{act="give_back"}[15m]) > 0',
    summary: "{{ $labels.instance }} has given a withdrawal back to its account",
    means: "The chain proves that it was not paid and, nearly always, that it can't be any more.",
    steps: [
      `The log says which and why; [a withdrawal that was given back](${CUSTODY}#a-withdrawal-that-was-given-back) says when to look twice.`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="give_back"}': "0x5 1x10" },
  },
  {
    name: "WithdrawalsFail",
    severity: "ticket",
    when: 'increase(evermark_withdrawal_acts_total{act="try_again"}[1h]) > 5',
    summary: "{{ $value }} payments of {{ $labels.instance }} have failed on the chain within an hour",
    means: "They are tried again; each costs gas.",
    steps: [
      `Look at the transactions that the log names in an explorer: too little gas, a vault that is paused or short ([withdrawals wait](${CUSTODY}#withdrawals-wait)).`,
    ],
    fires: { 'evermark_withdrawal_acts_total{act="try_again"}': "0+1x15" },
  },
  {
    name: "WithdrawalsWait",
    severity: "page",
    when: 'evermark_condition_holds{condition="withdrawals"} == 0 or evermark_withdrawal_oldest_seconds > 1800',
    for: "5m",
    summary: "withdrawals of {{ $labels.instance }} are not paid",
    means: "The money is frozen in the venue and lies in the vault; traders wait.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `withdrawals` says why.",
      `By that reason: [withdrawals wait](${CUSTODY}#withdrawals-wait).`,
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
    summary: "too few attesters of {{ $labels.instance }} are there to pay withdrawals",
    means: "Withdrawals wait until enough of them are back; nothing is lost, and trading goes on.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `attesters` says who is away.",
      `Look at that machine's own log: [an attester that is away](${ATTESTERS}#an-attester-that-is-away).`,
    ],
    fires: { 'evermark_condition_holds{condition="attesters"}': "0x15" },
  },
  {
    name: "AttesterAway",
    severity: "ticket",
    when: "evermark_attesters_away > 0",
    for: "10m",
    summary: "{{ $value }} attesters of {{ $labels.instance }} are away",
    means: "The others are enough; with one fewer, they may not be.",
    steps: [`Look at that machine's own log: [an attester that is away](${ATTESTERS}#an-attester-that-is-away).`],
    fires: { evermark_attesters_away: "1x15" },
  },
  {
    name: "AttesterRefuses",
    severity: "page",
    when: 'increase(evermark_attestations_total{outcome="refused"}[15m]) > 0',
    summary: "an attester of {{ $labels.instance }} refuses a payment",
    means:
      "Its own engine does not have what the venue wants to pay, or it could not ask its own node. Where the terms differ, the " +
      "venue's machine may not be yours alone any more.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `withdrawals` says which attester refuses, and why.",
      `By that reason: [an attester that refuses](${ATTESTERS}#an-attester-that-refuses).`,
    ],
    fires: { 'evermark_attestations_total{outcome="refused"}': "0x5 1x10" },
  },
  {
    name: "OperatorGasLow",
    severity: "ticket",
    when: "evermark_operator_gas_withdrawals < 50",
    for: "5m",
    summary: "the operator's gas of {{ $labels.instance }} lasts for {{ $value }} withdrawals",
    means: "When it is used up, withdrawals wait.",
    steps: ["Send gas to the operator's address; `npx evermark chain` shows it. It is noticed within a minute."],
    fires: { evermark_operator_gas_withdrawals: "12x15" },
  },
  {
    name: "DepositsWait",
    severity: "page",
    when: 'evermark_condition_holds{condition="deposits"} == 0',
    for: "10m",
    summary: "{{ $labels.instance }} credits no deposits",
    means: "They lie in the vault, and are credited once the reason has gone.",
    steps: [
      "`curl http://127.0.0.1:8196/health`: `deposits` says why.",
      `The chain can't be read: as for [ChainUnreadable](#chainunreadable). Halted: [money may be missing](${CUSTODY}#money-may-be-missing).`,
    ],
    fires: { 'evermark_condition_holds{condition="deposits"}': "0x15" },
  },
  {
    name: "DepositParked",
    severity: "ticket",
    when: "evermark_deposits_parked > 0 or increase(evermark_deposits_uncountable_total[1h]) > 0",
    summary: "{{ $value }} deposits of {{ $labels.instance }} can't be credited and wait for the operator",
    means:
      "The vault took money for an account, builder or token that the venue does not know; or deposits by transfer came in a token that " +
      "is off its peg or at its cap, and are credited when that has ended.",
    steps: [`The log has account, amount and reason: [deposits wait](${CUSTODY}#deposits-wait).`],
    fires: { evermark_deposits_parked: "0x3 1x12", evermark_deposits_uncountable_total: "0x15" },
  },
  {
    name: "ChainUnreadable",
    severity: "ticket",
    when: 'evermark_condition_holds{condition="chain"} == 0',
    for: "10m",
    summary: "{{ $labels.instance }} can't read its chain",
    means: "No deposit is credited and no withdrawal paid meanwhile; trading goes on.",
    steps: [
      "The line `chain node is in trouble` of the log names the node and why.",
      "Name more nodes in `chain.rpc`, of other providers, and restart ([the chain](../operations.md#the-chain)).",
    ],
    fires: { 'evermark_condition_holds{condition="chain"}': "0x15" },
  },
  {
    name: "ChainNodeTrouble",
    severity: "ticket",
    when: "evermark_chain_node_fine == 0",
    for: "10m",
    summary: "node {{ $labels.node }} of {{ $labels.instance }} does not answer as it should",
    means: "The others carry on; with one fewer, another failure may stop deposits and withdrawals.",
    steps: [
      "The log says what is wrong with it: away, behind, or of another mind. Mend it or name another in `chain.rpc`.",
    ],
    fires: { 'evermark_chain_node_fine{node="one"}': "0x15" },
  },
];
