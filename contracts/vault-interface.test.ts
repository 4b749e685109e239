// What clients of the family call and read by: selectors, topics and error selectors, typed out. Vault 4 and 5.

import { expect, test } from "bun:test";
import { type Abi, toEventSelector, toFunctionSelector } from "viem";
import { vaultAbi } from "./index.ts";

const functions: Readonly<Record<string, string>> = {
  deposit: "0x322dda6d",
  depositTo: "0xba46a177",
  getDepositFee: "0x0074f419",
  delegateSigner: "0x2df4869b",
  depositId: "0x9852099c",
  getAllowedToken: "0xc7eeb9c2",
  getAllowedBroker: "0x258082f5",
  changeTokenAddressAndAllow: "0x11e2e8c2",
  setAllowedToken: "0xc9fc8797",
  setAllowedBroker: "0xdf0f4ae7",
  setDepositLimit: "0x272d177d",
  emergencyPause: "0x51858e27",
  emergencyUnpause: "0x4a4e3bd5",
  paused: "0x5c975abb",
};

const events: Readonly<Record<string, string>> = {
  AccountDepositTo: "0x11f843b2ed43e9b4b568b4dff0c777a6c5ca538b4115a6149f28bce4bea90148",
  AccountWithdraw: "0x732a6fe7863c74cbd74d2f2b1e3c27304465e354a9d38f03bf10c8436a70aa27",
  WithdrawFailed: "0xe5b0f169c3f36f3645a2d879b3aeac160bf498b2632f5b60ad42830e4c796b6b",
  AccountDelegate: "0x1e236eed9d7e9ca81e25a438791ca7f69cf43cdcc537a0fd4f74f0697da0460b",
  ChangeOperator: "0x43ecbc1bb0a9bebbcadca5bdaedc649040adb65597772899e25403afb28b6794",
  SetAllowedToken: "0x75982e47…e642ff",
  SetAllowedBroker: "0xe2004c29…7f2606",
  ChangeTokenAddressAndAllow: "0xdd5c3f86…2444f8",
  ChangeDepositLimit: "0x5e93e2a5…aef2fc",
};

const errors: Readonly<Record<string, string>> = {
  TokenNotAllowed: "0xa29c4986",
  BrokerNotAllowed: "0x59d9b863",
  AccountIdInvalid: "0xc7ee9ce6",
  ZeroDeposit: "0x56316e87",
  DepositExceedLimit: "0xd969df24",
  ZeroDepositFee: "0x93d3bb4d",
  AddressZero: "0x9fabe1c1",
  EnumerableSetError: "0xa65b249b",
  ZeroCodeLength: "0x30773dbb",
  NotZeroCodeLength: "0x623793c9",
  OnlyOperator: "0x27e1f1e5",
  WithdrawNonceUsed: "0xa61a99f2",
  SignatureInvalid: "0x37e8456b",
  FeeExceedsAmount: "0x83997774",
  InsufficientVault: "0x556b850b",
  NativeValueNotAccepted: "0xa1d5007f",
  EnforcedPause: "0xd93c0665",
};

const abi: Abi = vaultAbi;

test("functions have the selectors that clients call", () => {
  const found = abi.flatMap((item) => (item.type === "function" ? [[item.name, toFunctionSelector(item)]] : []));
  expect(Object.fromEntries(found)).toMatchObject(functions);
});

test("events have the topics that watchers look for", () => {
  const found = abi.flatMap((item) =>
    item.type === "event" ? [[item.name, shortenedLike(events[item.name], toEventSelector(item))]] : [],
  );
  expect(Object.fromEntries(found)).toMatchObject(events);
});

test("errors have the selectors that clients put into words", () => {
  const found = abi.flatMap((item) => (item.type === "error" ? [[item.name, selectorOfError(item)]] : []));
  expect(Object.fromEntries(found)).toMatchObject(errors);
});

test("nothing but the owner's calls, the guardian's and the operator's changes anything besides deposits, payments, exits and a move", () => {
  const found = abi.flatMap((item) =>
    item.type === "function" && item.stateMutability !== "view" && item.stateMutability !== "pure" ? [item.name] : [],
  );
  expect(found.sort()).toEqual([
    ...[
      "acceptOwnership",
      "cancelQueued",
      "changeAttesters",
      "changeGuardian",
      "changeOperator",
      "changeSuccessor",
      "changeTokenAddressAndAllow",
    ],
    ...["delegateSigner", "deposit", "depositTo", "emergencyPause", "emergencyUnpause", "exit", "fund"],
    ...["moveToSuccessor", "payQueued", "publishBalances", "rescue"],
    ...["setAllowedBroker", "setAllowedToken", "setDepositLimit", "setMaxWithdrawFee", "setQueueDelay"],
    ...["setWithdrawCaps", "transferOwnership", "withdraw"],
  ]);
});

/** Some topics are known by their ends. */
function shortenedLike(known: string | undefined, topic: string): string {
  return known?.includes("…") ? `${topic.slice(0, 10)}…${topic.slice(-6)}` : topic;
}

function selectorOfError(item: Extract<Abi[number], { type: "error" }>): string {
  return toFunctionSelector({ ...item, type: "function", outputs: [], stateMutability: "view" });
}
