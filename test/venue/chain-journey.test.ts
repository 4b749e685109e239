// A sandbox with its own chain, used as the README says: onboard, deposit, withdraw, look. The venue's watcher credits,
// its executor pays, and in the end the vault holds what the venue owes.

import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evermarkProgram } from "@evermark/cli";
import { Client, importApiKey } from "@evermark/client";
import { generatePrivateKey } from "viem/accounts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-journey-"));
let venue: OutsideVenue;
let account: Record<string, string> = {};

beforeAll(async () => {
  venue = await startVenue({ chain: { nodes: "local", confirmations: 1 } });
});
afterAll(async () => {
  await venue.stop();
  rmSync(directory, { recursive: true });
});

/** Runs a command. @returns its output */
async function evermark(...args: string[]): Promise<string> {
  let out = "";
  const output = spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  Object.assign(process.env, account);
  try {
    await (await evermarkProgram()).parseAsync([...args], { from: "user" });
    return out;
  } finally {
    for (const name of Object.keys(account)) delete process.env[name];
    output.mockRestore();
  }
}

test("test USDC goes from a wallet into the account and back to the wallet, and nothing is lost", async () => {
  const file = join(directory, ".env");
  const onboarded = JSON.parse(await evermark("onboard", "--url", venue.url, "--out", file, "--json"));
  expect(onboarded).toMatchObject({ balance: 10_000, on_chain: 10_000 });
  account = Object.fromEntries(
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string]),
  );

  const deposited = await evermark("deposit", "1000");
  expect(deposited).toMatch(/^approving {4}0x[0-9a-f]{64}\ndepositing {3}0x[0-9a-f]{64}\n/);
  expect(deposited).toMatch(/\ncredited {5}1000 USDC: 0x[0-9a-f]{64}\nbalance {6}11000 USDC\n$/);
  const [, transaction = ""] = /credited.*(0x[0-9a-f]{64})/.exec(deposited) ?? [];
  expect(JSON.parse(await evermark("deposit", "--follow", transaction, "--json"))).toEqual({
    ...{ transaction, credited: 1000, balance: 11_000 },
  });

  const withdrawn = await evermark("withdraw", "250");
  expect(withdrawn).toMatch(/^accepted {5}withdrawal 1\n/);
  expect(withdrawn).toMatch(/\npaid {9}249 USDC: 0x[0-9a-f]{64}\nbalance {6}10750 USDC\n$/);

  const seen = JSON.parse(await evermark("chain", "--json"));
  expect(seen).toMatchObject({
    chain_id: 196,
    missing: 0,
    paused: false,
    trouble: null,
    under_way: [],
    balance: 10_750,
  });
  expect(seen.wallet).toMatchObject({ usdc: "9249" });
  expect(seen.held).toBeGreaterThanOrEqual(seen.owed);
  const said = await evermark("chain");
  expect(said).toContain("all of it is there\n");
  expect(said).toContain("above: 1 min in the queue\n");
});

test("a trader who stops waiting is shown how to continue, and can follow the withdrawal to its payment", async () => {
  const program = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const env = { ...process.env, ...account };
  const waiting = Bun.spawn([process.execPath, program, "withdraw", "10"], { env, stdout: "pipe", stderr: "pipe" });
  for await (const chunk of waiting.stdout) if (new TextDecoder().decode(chunk).includes("accepted")) break;
  waiting.kill("SIGINT");
  expect(await new Response(waiting.stderr).text()).toContain("npx evermark withdraw --follow 2\n");
  expect(await waiting.exited).toBe(130);
  expect(await evermark("withdraw", "--follow", "2")).toMatch(/^(sent .*\n)?paid {9}9 USDC: 0x/);
});

test("a new user binds a referral code before any money arrives; a mistyped code loses nothing", async () => {
  const key = await importApiKey(account.EVERMARK_API_SECRET!);
  const signer = { accountId: account.EVERMARK_ACCOUNT_ID!, key };
  const administrator = new Client({ baseUrl: venue.url, signer });
  await administrator.referral.createReferralCode({
    ...{ account_id: signer.accountId, referral_code: "FRIEND" },
    ...{ bonus_max_rebate_rate: 0.5, bonus_referrer_rebate_rate: 0.6, bonus_referee_rebate_rate: 0.4 },
  });
  const wallet = { EVERMARK_WALLET_KEY: generatePrivateKey() };
  account = wallet;
  const file = join(directory, "referee");
  const onboard = ["onboard", "--url", venue.url, "--json", "--out", file];
  await expect(evermark(...onboard, "--referral", "FREIND")).rejects.toThrow(
    `referral: "FREIND" was refused: referral code does not exist (code -1006); the account is open and its credentials are in ${file}`,
  );
  const onboarded = JSON.parse(await evermark(...onboard, "--referral", "FRIEND", "--force"));
  expect(onboarded).toMatchObject({ referral: "FRIEND", balance: 10_000, on_chain: 10_000 });
  const { referrer_info } = await administrator.referral.getReferralInfo();
  expect(referrer_info).toMatchObject({ total_invites: 1 });
});
