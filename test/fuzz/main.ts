// `npm run fuzz`: a client that knows nothing except the reference. Starts a sandbox, lets schemathesis read its
// `/openapi.json`, and sends requests that the document allows and requests that it does not allow. Every answer must
// be documented, with its status, its shape and its headers. The document can't describe how a request is signed; that
// is in `signing.py`. Exits with code 1 if an answer was not documented.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { program as commandLine, duration, freshSeed } from "@evermark/cli/command-line/command-line.ts";
import {
  bindKey,
  Client,
  claimFaucet,
  generateApiKey,
  generateWallet,
  openAccount,
  RestClient,
} from "@evermark/client";
import { decodeBase58 } from "@evermark/interface/rows/base58.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue } from "../witness/venue-process.ts";

interface Options {
  readonly seconds: number;
  readonly seed: number;
  readonly only?: string;
  readonly document?: string;
}

const options = commandLine(
  "npm run fuzz --",
  "Sends a sandbox requests that its /openapi.json allows, and requests that it does not allow.",
)
  .option("--seconds <number>", "how long to run", duration, 300)
  .addOption(freshSeed("seed of the requests"))
  .option("--only <pattern>", "only paths that match this pattern, such as /v1/order")
  .option("--document <file>", "use this document instead of the venue's own")
  .parse()
  .opts<Options>();

/** Where Python keeps the packages of `requirements.txt`: outside the repository's files, and reused by later runs. */
const ENVIRONMENT = join(import.meta.dir, "..", "..", "node_modules", ".cache", "evermark-fuzz");
const FACTOR = "1000";
const BROKER = "demo";
const SEED_BYTES = 32;

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "unsupported_method",
  "allow_header_conformance",
];

process.exit(await fuzz(await schemathesis()));

/** @returns the exit code */
async function fuzz(program: string): Promise<number> {
  using temporary = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: temporary.path, flags: ["--limits-factor", FACTOR] });
  const environment = await credentials(venue.url);
  const run = (selected: readonly string[], seconds: number) =>
    Bun.spawn(
      [
        program,
        "run",
        options.document ?? `${venue.url}/openapi.json`,
        ...[
          "--url",
          venue.url,
          "--checks",
          CHECKS.join(","),
          "--seed",
          String(options.seed),
          "--max-time",
          String(seconds),
        ],
        ...["--phases", "examples,coverage,fuzzing", "--generation-with-security-parameters", "false"],
        ...["--continue-on-failure", "--warnings", "off", "--no-color", "--generation-database", "none"],
        ...selected,
      ],
      {
        stdout: "inherit",
        stderr: "inherit",
        cwd: temporary.path,
        env: { ...process.env, ...environment, SCHEMATHESIS_HOOKS: "signing", PYTHONPATH: import.meta.dir },
      },
    ).exited;
  const { seconds } = options;
  // The operator's calls come last, because a halt would hide most of the answers that an order can get.
  const ends =
    options.only === undefined
      ? [
          await run(["--exclude-path-regex", "^/sandbox/"], Math.ceil(seconds * 0.8)),
          await run(["--include-path-regex", "^/sandbox/"], Math.ceil(seconds * 0.2)),
        ]
      : [await run(["--include-path-regex", options.only], seconds)];
  const faults = venue.process.log.filter(({ level }) => level === "error" || level === "fatal");
  for (const fault of faults) console.error(`the venue's log: ${JSON.stringify(fault)}`);
  console.log(`seed ${options.seed}: npm run fuzz -- --seed ${options.seed}`);
  return ends.every((code) => code === 0) && faults.length === 0 ? 0 : 1;
}

/**
 * An account that has traded and has open orders, is the administrator of its builder, and has a key with every
 * permission.
 */
async function credentials(url: string): Promise<Readonly<Record<string, string>>> {
  const [self, second] = [await trader(url), await trader(url)];
  const order = { symbol: "PERP_BTC_USDC", order_type: "LIMIT", order_price: 60_000, order_quantity: 0.01 } as const;
  await second.client.orders.placeOrder({ ...order, side: "SELL" });
  await self.client.orders.placeOrder({ ...order, side: "BUY" });
  await self.client.orders.placeOrder({ ...order, side: "BUY", order_price: 50_000, client_order_id: "1" });
  const seed = decodeBase58(self.key.secret, SEED_BYTES)!;
  return {
    FUZZ_ACCOUNT_ID: self.accountId,
    FUZZ_KEY: self.key.publicKey,
    FUZZ_SECRET: Buffer.from(seed).toString("hex"),
    FUZZ_NOW: String(Math.round(self.client.rest.clock.now())),
  };
}

async function trader(url: string) {
  const rest = new RestClient({ baseUrl: url });
  const wallet = generateWallet();
  const { accountId } = await openAccount(rest, wallet, BROKER);
  const key = await generateApiKey();
  await bindKey(rest, wallet, BROKER, key, { scope: "read,trading,asset" });
  await claimFaucet(rest, wallet.address, BROKER);
  return { accountId, key, client: new Client({ baseUrl: url, signer: { accountId, key } }) };
}

/** @returns the path of the program, which is installed if it is missing */
async function schemathesis(): Promise<string> {
  const program = join(ENVIRONMENT, "bin", "schemathesis");
  if (existsSync(program)) return program;
  console.log("installing schemathesis");
  const pip = join(ENVIRONMENT, "bin", "pip");
  const requirements = join(import.meta.dir, "requirements.txt");
  const steps = [
    ["python3", "-m", "venv", ENVIRONMENT],
    [pip, "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements],
  ];
  for (const step of steps) {
    const code = await Bun.spawn(step, { stdout: "inherit", stderr: "inherit" }).exited;
    if (code === 0) continue;
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    throw new Error(`${step.join(" ")} ended with ${code}: the fuzzer needs Python 3.10 or newer with venv and pip`);
  }
  return program;
}
