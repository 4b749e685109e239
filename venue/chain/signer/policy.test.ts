import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { AuditLog } from "./audit-log.ts";
import { parsePolicy } from "./policy.ts";

const example = readFileSync(join(import.meta.dir, "../../../docs/signer-policy.toml"), "utf8");
const refusal = (text: string): string => {
  try {
    parsePolicy(text, "policy.toml");
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("the guide's example is a valid policy", () => {
  const { gasPriceMax, allowed } = parsePolicy(example, "policy.toml");
  expect(gasPriceMax).toBe(100_000_000_000n);
  expect(allowed.map(({ function: name }) => name)).toEqual(["withdraw", "payQueued", "publishBalances", "fill"]);
  expect(allowed[0]).toMatchObject({ chainId: 196, amountMax: 100_000_000_000n, amountPerDay: 1_000_000_000_000n });
});

test.each([
  ["gas_price_max = ", "policy.toml: Invalid TOML"],
  ["", "policy.toml"],
  ["gas_price_max = 1", "policy.toml"],
  [example.replace("gas_price_max = 100", "gas_price_max = 0"), "policy.toml /gas_price_max"],
  [example.replace('"payQueued"', '"transfer"'), "policy.toml /allow/1/function"],
  [example.replace("per_day = 5000\n", ""), "policy.toml /allow/0"],
  [`${example}surprise = 1\n`, "policy.toml /allow/3"],
  [example.replace("amount_max = 100000\n", ""), "entry 1 (withdraw): expected amount_max, in USDC"],
  [`${example}amount_max = 5\n`, "entry 4 (fill): it moves no amount, so there is no amount_max"],
  [example.replace(/to = .*# the vault\n/, ""), "entry 1 (withdraw): expected to, the contract"],
  [`${example}to = "0x0000000000000000000000000000000000000001"\n`, "entry 4 (fill): expected to"],
  [
    `${example}${example.slice(example.indexOf("[[allow]]"))}`,
    "policy.toml: 196 0x0000000000000000000000000000000000000001 withdraw is there twice",
  ],
])("an invalid policy is refused in one line (%#)", (text, expected) => {
  expect(refusal(text)).toContain(expected);
  expect(refusal(text)).not.toContain("\n");
});

test("an unreadable log prevents the start: what was signed is not known", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "signer.log");
  await Bun.write(path, '{"outcome":"refused"}\n{"outcome":"sig\n');
  expect(AuditLog.open(path, 0)).rejects.toThrow(`${path}, line 2 can't be read`);
});
