// `evermark positions`: the account's positions, and how far the account is from liquidation. Interface 4.5, rules 5.2.

import type { Command } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { print } from "../report.ts";
import { table } from "../table.ts";

export function addPositions(program: Command): void {
  const command = program.command("positions").description("show positions and margin figures");
  addSessionOptions(command).action(run);
}

async function run(flags: SessionOptions): Promise<void> {
  const client = await privateClient(flags, process.env);
  const data = await client.positions.getPositions();
  const rows = table(
    ["symbol", "mode", "quantity", "entry", "mark", "liquidation", "unsettled pnl", "leverage"],
    data.rows.map((row) => [
      row.symbol,
      row.margin_mode,
      row.position_qty,
      row.average_open_price,
      row.mark_price,
      row.est_liq_price,
      row.unsettled_pnl,
      row.leverage,
    ]),
  );
  const lines = [
    `account value    ${data.account_value} USDC`,
    `free collateral  ${data.free_collateral} USDC`,
    `margin ratio     ${data.margin_ratio}`,
    "",
    ...(data.rows.length === 0 ? ["no positions"] : rows),
  ];
  print({ data, lines }, flags.json);
}
