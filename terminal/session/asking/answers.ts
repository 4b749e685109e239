// Types of the venue's answers, derived from the client's methods: the data that the page holds.

import type { Client, DataOfTopic } from "@evermark/client";

// biome-ignore lint/suspicious/noExplicitAny: any arguments do, only the answer is looked at
type AnswerOf<Method extends (...given: any[]) => unknown> = Awaited<ReturnType<Method>>;

export type SymbolRule = AnswerOf<Client["marketData"]["getSymbols"]>["rows"][number];
export type MarketSnapshot = AnswerOf<Client["marketData"]["getMarkets"]>["rows"][number];
export type MarketTrade = AnswerOf<Client["marketData"]["getMarketTrades"]>["rows"][number];
export type SystemInfo = AnswerOf<Client["marketData"]["getSystemInfo"]>;
export type Announcement = AnswerOf<Client["announcements"]["getAnnouncements"]>["rows"][number];
export type AccountInfo = AnswerOf<Client["account"]["getClientInfo"]>;
export type Holding = AnswerOf<Client["account"]["getHolding"]>["holding"][number];
export type Margin = AnswerOf<Client["positions"]["getPositions"]>;
export type Position = Margin["rows"][number];
export type Order = AnswerOf<Client["orders"]["getOrders"]>["rows"][number];
export type AlgoOrder = AnswerOf<Client["algo"]["getAlgoOrders"]>["rows"][number];
export type ApiKey = AnswerOf<Client["keys"]["getKeys"]>["rows"][number];
export type Notification = AnswerOf<Client["notifications"]["getNotifications"]>["rows"][number];
export type Vault = AnswerOf<Client["strategyVaults"]["getVaults"]>["rows"][number];
/** A wallet's share in a vault. */
export type VaultShare = AnswerOf<Client["strategyVaults"]["getVaultInvestor"]>["rows"][number];
export type VaultRequestRow = AnswerOf<Client["strategyVaults"]["getVaultTransactions"]>["rows"][number];
export type ReferralInfo = AnswerOf<Client["referral"]["getReferralInfo"]>;
export type LiquidationRow = AnswerOf<Client["liquidations"]["getLiquidations"]>["rows"][number];

export type Report = DataOfTopic<"executionreport">;
export type WalletReport = DataOfTopic<"wallet">;
export type LiquidationReport = DataOfTopic<"liquidationsaccount">;
