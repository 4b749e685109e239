// `evermark vault fund`: moves money for withdrawals into a vault, for example from the treasury that holds deposits by
// transfer. The vault pulls the money, so the payer approves the amount first; a payer who signs elsewhere signs the
// two transactions one after the other.

import { hashOfText, receiptOf, vaultAbi } from "@evermark/contracts";
import { type Address, encodeFunctionData, erc20Abi, formatUnits, isAddressEqual, parseUnits, zeroAddress } from "viem";
import { CommandMistake } from "./explain.ts";
import { actorOf, carryOut, type SigningFlags, sendCall } from "./sign-or-show.ts";

const TOKEN = hashOfText("USDC");
const DECIMALS = 6;

/** @throws {CommandMistake} when the amount is malformed, the payer has less, or the chain would refuse it */
export async function fundVault(amount: string | undefined, vault: Address, flags: SigningFlags): Promise<void> {
  if (amount === undefined || !/^\d{1,12}(\.\d{1,6})?$/.test(amount) || Number(amount) === 0)
    throw new CommandMistake("amount: expected USDC, such as 1000");
  const value = parseUnits(amount, DECIMALS);
  const actor = await actorOf(flags);
  const { reader, from, account } = actor;
  const token = await reader
    .readContract({ abi: vaultAbi, address: vault, functionName: "getAllowedToken", args: [TOKEN] })
    .catch(() => zeroAddress);
  if (isAddressEqual(token, zeroAddress)) throw new CommandMistake(`vault: there is none at ${vault} that takes USDC`);
  const usdc = { abi: erc20Abi, address: token } as const;
  const [held, allowed] = await Promise.all([
    reader.readContract({ ...usdc, functionName: "balanceOf", args: [from] }),
    reader.readContract({ ...usdc, functionName: "allowance", args: [from, vault] }),
  ]);
  if (held < value) throw new CommandMistake(`amount: ${from} has ${formatUnits(held, DECIMALS)} USDC on this chain`);
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [vault, value] });
  if (allowed < value) {
    const first = { to: token, data: approve };
    const step = "1 of 2: lets the vault take the amount. Once it is sent, run the same command again for the second";
    if (account === null) return carryOut(actor, flags, first, { step });
    const { status } = await receiptOf(reader, await sendCall(actor, first), "the vault's approval");
    if (status !== "success") throw new CommandMistake("the token did not approve the vault: nothing was moved");
  }
  const fund = encodeFunctionData({ abi: vaultAbi, functionName: "fund", args: [TOKEN, value] });
  await carryOut(actor, flags, { to: vault, data: fund }, account === null ? { step: "2 of 2" } : {});
}
