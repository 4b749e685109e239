import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfigurationInput } from "./configuration-sources.ts";
import { loadConfiguration, sandboxConfiguration } from "./load.ts";
import { ConfigurationMistake } from "./values/mistake.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-configuration-"));
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => rmSync(join(directory, "evermark.toml"), { force: true }));

function load(toml: string, input: Partial<ConfigurationInput> = {}) {
  writeFileSync(join(directory, "evermark.toml"), toml);
  return loadConfiguration({ flags: {}, environment: {}, directory, ...input });
}

function mistakeIn(toml: string, input: Partial<ConfigurationInput> = {}): string {
  try {
    load(toml, input);
  } catch (error) {
    if (error instanceof ConfigurationMistake) return error.message;
    throw error;
  }
  return "no mistake";
}

test("without any configuration, a venue is a sandbox on the loopback", () => {
  const configuration = loadConfiguration({ flags: {}, environment: {}, directory });
  expect(configuration).toMatchObject({
    mode: "sandbox",
    brand: "svc",
    host: "127.0.0.1",
    port: 8196,
    dataDirectory: join(directory, "data"),
    demo: true,
    prices: "simulated",
    seed: 1,
    chainId: 196,
    faucet: { claimsPerAccount: 100 },
    limits: { factor: 10 },
  });
  expect(configuration.faucet.amount as number).toBe(10_000_000_000);
  expect(configuration.defaultFees as unknown).toEqual({ taker: 60, maker: 30 });
  expect(configuration.markets.length).toBe(13);
  expect(configuration.brokers.map((broker) => broker.id)).toEqual(["evermark"]);
});

test("a flag overrides a variable, a variable the file, and the file the default", () => {
  const toml = "port = 1001\nseed = 1001\nhost = '0.0.0.0'";
  const environment = { EVERMARK_PORT: "1002", EVERMARK_SEED: "1002" };
  const { port, seed, host, demo } = load(toml, { flags: { port: "1003" }, environment });
  expect({ port, seed, host, demo }).toEqual({ port: 1003, seed: 1002, host: "0.0.0.0", demo: true });
});

test("a switch can be turned off in the file, by a variable and by a flag", () => {
  expect(load("demo = false").demo).toBe(false);
  expect(load("", { environment: { EVERMARK_DEMO: "false" } }).demo).toBe(false);
  expect(load("", { flags: { demo: false } }).demo).toBe(false);
});

test("a default market is changed in place, a new one comes after", () => {
  const { markets } = load(`
    [[markets]]
    symbol = "PERP_ETH_USDC"
    max_notional = 1_000_000

    [[markets]]
    symbol = "PERP_GOLD_USDC"
    initial_price = 2_400
    quote_tick = 0.1
    base_tick = 0.001
    base_max = 1_000
    base_imr = 0.05
    base_mmr = 0.025
    imr_factor = 0.000002
    max_notional = 2_000_000
    global_max_oi_cap = 10_000_000
    cap_funding = 0.02
    cap_ir = 0.0001
    max_mark_deviation = 0.0525
    std_liquidation_fee = 0.012
    liquidator_fee = 0.006
    claim_insurance_fund_discount = 0.005
  `);
  expect(markets[1]?.parameters.maxNotional as number).toBe(1_000_000_000_000);
  expect(markets[1]?.parameters.symbol).toBe("PERP_ETH_USDC");
  expect(markets[13]?.parameters.symbol).toBe("PERP_GOLD_USDC");
  expect(markets[13]?.initialPrice as number).toBe(240_000_000_000);
});

test("a builder has the venue's default fees unless it has its own", () => {
  const { brokers } = load(`
    fees.maker = 0.0002
    [[brokers]]
    id = "acme"
    taker_fee = 0.0005
  `);
  expect(brokers as unknown).toEqual([{ id: "acme", name: "acme", takerFee: 50, makerFee: 20 }]);
});

test("trusted proxies are networks of either family, as a list or as text", () => {
  const wanted = [
    { address: "10.0.0.0", bits: 8, family: "ipv4" },
    { address: "::1", bits: 128, family: "ipv6" },
  ];
  expect(load('trusted_proxies = ["10.0.0.0/8", "::1"]').trustedProxies as unknown).toEqual(wanted);
  const { trustedProxies } = load("", { flags: { trusted_proxies: "10.0.0.0/8, ::1/128" } });
  expect(trustedProxies as unknown).toEqual(wanted);
  expect(load("").trustedProxies).toEqual([]);
});

test("tests and benchmarks start from the sandbox's defaults", () => {
  const configuration = sandboxConfiguration(directory, { port: 0, demo: false });
  expect(configuration).toMatchObject({ port: 0, demo: false, dataDirectory: directory, mode: "sandbox" });
});

test.each([
  ["port = 70000", "port: 70000 (evermark.toml); expected a whole number from 0 to 65535"],
  ['port = "http"', 'port: "http" (evermark.toml); expected a whole number from 0 to 65535'],
  ["port = 80.5", "port: 80.5 (evermark.toml); expected a whole number from 0 to 65535"],
  ['mode = "test"', 'mode: "test" (evermark.toml); expected sandbox or production'],
  [
    "trusted_proxies = ['10.0.0.0/33']",
    'trusted_proxies: ["10.0.0.0/33"] (evermark.toml); expected networks such as 10.0.0.0/8 and ::1, with commas between them, or none',
  ],
  [
    "trusted_proxies = 'localhost'",
    'trusted_proxies: "localhost" (evermark.toml); expected networks such as 10.0.0.0/8 and ::1, with commas between them, or none',
  ],
  ["demo = 1", "demo: 1 (evermark.toml); expected true or false"],
  ['prices = "live"', 'prices: "live" (evermark.toml); expected simulated or manual or feeds'],
  [
    "brand = 'My Venue'",
    'brand: "My Venue" (evermark.toml); expected up to 16 lower-case letters and digits, a letter first',
  ],
  [
    "fees.taker = 0.0002",
    "fees.taker: 0.0002 (evermark.toml); expected a fraction from 0.0003 to 0.01 in steps of 0.00001",
  ],
  [
    "fees.maker = 0.000001",
    "fees.maker: 0.000001 (evermark.toml); expected a fraction from 0 to 0.01 in steps of 0.00001",
  ],
  ["faucet.amount = 0.5", "faucet.amount: 0.5 (evermark.toml); expected an amount of USDC from 1 to 1000000000"],
  [
    "chain.signer_secret = 'basic:x'",
    'chain.signer_secret: "basic:x" (evermark.toml); expected hmac:<file>, bearer:<file> or none',
  ],
  ["chain.confirmations = -1", "chain.confirmations: -1 (evermark.toml); expected a whole number from 0 to 10000"],
  ["prot = 1", "prot: unknown key (evermark.toml); did you mean port?"],
  ["[limits]\nfactr = 1", "limits.factr: unknown key (evermark.toml); did you mean limits.factor?"],
  ["something_else_entirely = 1", "something_else_entirely: unknown key (evermark.toml)"],
  ["port = ", "evermark.toml, line 1, column 8: Invalid TOML document: invalid value"],
  ["markets = 3", "markets: 3 (evermark.toml); expected [[markets]] entries"],
  [
    "[[markets]]\nquote_tick = 1",
    "markets.symbol: not given (evermark.toml); expected PERP_<BASE>_USDC with upper-case letters and digits",
  ],
  [
    '[[markets]]\nsymbol = "PERP_BTC_USDC"\nquote_tik = 1',
    "markets[0].quote_tik: unknown key (evermark.toml); did you mean quote_tick?",
  ],
  [
    '[[markets]]\nsymbol = "PERP_BTC_USDC"\nbase_tick = 0.000001',
    "markets.PERP_BTC_USDC.base_tick: 0.000001 (evermark.toml); expected quote_tick × base_tick to be a multiple of 0.000001 USDC",
  ],
  ["default_markets = false", "markets: not given (evermark.toml); expected at least one [[markets]] entry"],
  [
    '[[brokers]]\nid = "ACME"',
    'brokers[0].id: "ACME" (evermark.toml); expected up to 64 lower-case letters, digits, hyphens and underscores',
  ],
  [
    '[[brokers]]\nid = "a"\n[[brokers]]\nid = "a"',
    'brokers[1].id: "a" (evermark.toml); expected an id other than that of brokers[0]',
  ],
  ['[[brokers]]\nid = "a"\nfee = 1', "brokers[0].fee: unknown key (evermark.toml)"],
  [
    '[[brokers]]\nid = "a"\ntaker_fee = 0.0001',
    "brokers[0].taker_fee: 0.0001 (evermark.toml); expected a fraction from 0.0003 to 0.01 in steps of 0.00001",
  ],
])("%p stops the start with one line", (toml, line) => {
  expect(mistakeIn(toml)).toBe(line);
});

test("a mistake in a flag or a variable names that flag or variable", () => {
  expect(mistakeIn("", { flags: { port: "x" } })).toBe('port: "x" (--port); expected a whole number from 0 to 65535');
  expect(mistakeIn("", { flags: { "chain.id": "x" } })).toContain(
    'chain.id: "x" (--chain-id); expected a whole number',
  );
  expect(mistakeIn("", { environment: { EVERMARK_SEED: "-1" } })).toBe(
    'seed: "-1" (EVERMARK_SEED); expected a whole number from 0 to 4294967295',
  );
  expect(mistakeIn("", { environment: { EVERMARK_PROT: "1" } })).toBe(
    "EVERMARK_PROT: unknown key (environment); did you mean EVERMARK_PORT?",
  );
});

test("a private key in the wrong place is not shown", () => {
  const key = "ab".repeat(32);
  for (const value of [key, `0x${key}`, `keystore ${key}`]) {
    expect(mistakeIn("", { flags: { port: value } })).toBe(
      "port: what looks like a private key and is not shown (--port); expected a whole number from 0 to 65535",
    );
  }
});

test("a client's variables are not mistakes", () => {
  expect(mistakeIn("", { environment: { EVERMARK_API_SECRET: "s", EVERMARK_URL: "u", HOME: "/" } })).toBe("no mistake");
});

test("a sandbox has a chain of its own, a production venue must name its chain", () => {
  expect(load("").chain).toMatchObject({ nodes: "local", vault: null, confirmations: 1, deployedBlock: 0 });
  expect(sandboxConfiguration(directory).chain.nodes).toBe("off");
  const vault = "0xABCDEF0000000000000000000000000000000001";
  const nodes = `chain.rpc = ["https://one.example/key", "http://127.0.0.1:8545"]\nchain.vault = "${vault}"`;
  expect(load(nodes).chain).toMatchObject({
    nodes: ["https://one.example/key", "http://127.0.0.1:8545/"],
    vault: vault.toLowerCase(),
  });
  const { chain } = load(nodes, { flags: { mode: "production" } });
  expect(chain.confirmations).toBe(12);
  const expected = "local, off, or up to 16 different http(s) URLs with commas between them";
  expect(mistakeIn("", { flags: { mode: "production" } })).toBe(`chain.rpc: "none" (default); expected ${expected}`);
  expect(mistakeIn("", { flags: { mode: "production", "chain.rpc": "local" } })).toBe(
    'chain.rpc: "local" (mode production); expected off or URLs of nodes: a chain of its own is for a sandbox',
  );
  expect(mistakeIn('chain.rpc = "http://a.example/,http://a.example"')).toContain(`expected ${expected}`);
  expect(mistakeIn('chain.rpc = "ftp://a.example"')).toContain(`expected ${expected}`);
});

test("a chain's nodes are refused without a vault on that chain", () => {
  const expected = "the address of the vault, which chain.rpc has nodes for";
  const flags = { "chain.rpc": "http://a.example" };
  expect(mistakeIn("", { flags })).toBe(`chain.vault: "none" (evermark.toml); expected ${expected}`);
  const constant = "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203";
  expect(mistakeIn("", { flags: { ...flags, "chain.vault": constant } })).toContain(`expected ${expected}`);
});

test("a signer of sweeps is given with the address that it signs for", () => {
  const signer = { "chain.sweeper_signer": "http://127.0.0.1:9000" };
  expect(load("").sweeper).toBeNull();
  expect(load("", { flags: { ...signer, "chain.sweeper_address": `0x${"AB".repeat(20)}` } }).sweeper).toEqual({
    ...{ url: "http://127.0.0.1:9000", address: `0x${"ab".repeat(20)}` },
  });
  expect(mistakeIn("", { flags: signer })).toStartWith("chain.sweeper_address: none; a remote signer needs");
});

test("chains that take deposits by transfer are tables, or JSON in a variable, with everything they need", () => {
  expect(load("").receiverChains).toEqual({ chains: [], treasury: "none" });
  expect(load("", { flags: { "chain.receiver_chains": "local" } }).receiverChains.chains).toBe("local");
  const address = "0xABCDEF0000000000000000000000000000000001";
  const place = `receiver_treasury = "${address}"\nreceiver_factory = "${address}"`;
  const tokens = `receiver_tokens = ["1:USDC:${address}"]`;
  const table = '[[chain.receiver_chains]]\nid = 1\nrpc = ["https://a.example/k"]\nfirst_block = 7';
  const chains = [
    {
      chainId: 1,
      rpc: ["https://a.example/k"],
      firstBlock: 7,
      confirmations: 64,
      finality: "finalized",
      scanSeconds: 12,
    },
  ] as const;
  expect(load(`[chain]\n${place}\n${tokens}\n${table}`).receiverChains).toEqual({ chains, treasury: address });
  const json = '[{"id":1,"rpc":"https://a.example/k","first_block":7}]';
  const environment = { EVERMARK_RECEIVER_CHAINS: json, EVERMARK_SWEEPER_KEY: "a secret" };
  expect(load(`[chain]\n${place}\n${tokens}`, { environment }).receiverChains.chains).toEqual(chains);
  const refused: readonly [string, string][] = [
    [`[chain]\n${tokens}\n${table}`, "chain.receiver_treasury"],
    [`[chain]\n${tokens}\nreceiver_treasury = "${address}"\n${table}`, "chain.receiver_factory"],
    [`[chain]\n${place}\n${table}`, "a token of chain 1, which is looked at"],
    [`[chain]\n${place}\n${tokens}\n${table}\nunknown = 1`, "expected none, local, or tables"],
    [`[chain]\n${place}\n${tokens}\n${table}\n${table}`, "expected none, local, or tables of different chains"],
    [`[chain]\n${place}\n${tokens}\n${table.replace("id = 1", "id = 10")}`, "(42161, 56, 36900 or 1)"],
  ];
  for (const [content, mistake] of refused) expect(mistakeIn(content)).toContain(mistake);
  const production = { mode: "production", "chain.rpc": "off", "chain.receiver_chains": "local" };
  expect(mistakeIn("", { flags: production })).toContain("chains of its own are for a sandbox");
});

test("former vaults are given with their blocks, each once, and only with a vault on URLs of nodes", () => {
  const [own, one, other] = ["a", "b", "C"].map((digit) => `0x${digit.repeat(40)}`);
  const place = `[chain]\nrpc = "https://one.example"\nvault = "${own}"`;
  const former = (text: string) => `${place}\nformer_vaults = ${text}`;
  expect(load(former(`"${one}:7,${other}:0"`)).chain.formerVaults).toEqual([
    { vault: one, deployedBlock: 7 },
    { vault: other!.toLowerCase(), deployedBlock: 0 },
  ] as never);
  expect(load(former(`["${one}:7"]`)).chain.formerVaults).toHaveLength(1);
  expect(load(place).chain.formerVaults).toEqual([]);
  const expected =
    "expected addresses of vaults, each with its block, such as 0x…:1234567, with commas between them, or none";
  for (const wrong of [`"${one}"`, `"${one}:7,${one}:8"`, `"${one}:x"`, "7"])
    expect(mistakeIn(former(wrong))).toContain(expected);
  expect(mistakeIn(former(`"${own}:7"`))).toContain("expected other vaults than chain.vault");
  expect(mistakeIn(`[chain]\nformer_vaults = "${one}:7"`)).toContain(
    "expected none, where chain.rpc has no URLs of nodes",
  );
});

test("a token's row states its terms where they differ from the general ones", () => {
  const address = "0xABCDEF0000000000000000000000000000000001";
  const rows = (text: string) => load(`[chain]\nreceiver_tokens = "${text}"`).receivers;
  const { cap, bandPpm, tokens } = rows(`1:USDT:${address}:cap=250000.5:band=0.002:price=par, 56:USDC:${address}`);
  expect([cap as number, bandPpm]).toEqual([1_000_000_000_000_000, 5_000]);
  expect(load('mode = "production"\nchain.rpc = "off"').receivers.cap as number).toBe(1_000_000_000_000);
  expect(tokens as unknown).toEqual([
    { chainId: 1, token: "USDT", address, cap: 250_000_500_000, bandPpm: 2_000, isAtPar: true },
    { chainId: 56, token: "USDC", address, cap: null, bandPpm: null, isAtPar: false },
  ]);
  const given = load("[chain]\nreceiver_cap = 5_000\nreceiver_band = 0.01").receivers;
  expect([given.cap as number, given.bandPpm]).toEqual([5_000_000_000, 10_000]);
  for (const wrong of [":cap=-1", ":cap=x", ":band=0.11", ":band=1", ":price=1", ":cap=1:cap=2", ":peg=1", ":cap"]) {
    expect(mistakeIn(`[chain]\nreceiver_tokens = "1:USDT:${address}${wrong}"`)).toContain(":cap=<tokens>");
  }
  expect(mistakeIn("[chain]\nreceiver_band = 0")).toContain("from 0.000001 to 0.1");
  const other = address.replace(/1$/, "2");
  const twice = (first: string, second: string) => mistakeIn(`[chain]\nreceiver_tokens = "${first}, ${second}"`);
  expect(twice(`1:USDT:${address}`, `1:USDT:${other}`)).toContain("of different tokens");
  expect(twice(`1:USDT:${address}`, `1:USDC:${address.toLowerCase()}`)).toContain("of different tokens");
  expect(rows(`1:USDT:${address},56:USDT:${address}`).tokens.length).toBe(2);
});

test("in production a token other than USDC needs sources that price it, or counts at par by the operator's decision", () => {
  const address = "0xABCDEF0000000000000000000000000000000001";
  const file = (row: string, more = "") => `
    mode = "production"
    ${more}
    [chain]
    rpc = "off"
    receiver_treasury = "${address}"
    receiver_factory = "${address}"
    receiver_tokens = ["1:USDC:${address}", "${row}"]
    [[chain.receiver_chains]]
    id = 1
    rpc = ["https://a.example/k"]
    first_block = 7`;
  const source = (driver: string) => `\n[[sources]]\nconverts = "USDT"\ndriver = "${driver}"\npair = "USDT/USD"`;
  const environment = { EVERMARK_SWEEPER_KEY: "a secret" };
  const contract = address.replace(/1$/, "2");
  const usdt = `1:USDT:${contract}`;
  const mistake = mistakeIn(file(usdt), { environment });
  expect(mistake).toContain(`chain.receiver_tokens: "1:USDT:${contract}"`);
  expect(mistake).toContain('at least 2 [[sources]] that say converts = "USDT", or :price=par behind it');
  expect(mistakeIn(file(usdt) + source("kraken"), { environment })).toBe(mistake);
  expect(load(file(usdt) + source("kraken") + source("bitstamp"), { environment }).receivers.tokens.length).toBe(2);
  expect(load(file(`${usdt}:price=par`), { environment }).receivers.tokens[1]?.isAtPar).toBe(true);
  // A token on a chain that is not watched needs no price.
  expect(load(file(`56:USDT:${contract}`), { environment }).receivers.tokens.length).toBe(2);
});

test("each group of history's tables is kept for the general number of days, unless it has its own", () => {
  const days = (content: string) => load(content).history.days;
  expect(days("")).toEqual({ orders: 0, trades: 0, positions: 0 });
  expect(days("history.keep_days = 90")).toEqual({ orders: 90, trades: 90, positions: 90 });
  expect(days("[history]\nkeep_days = 90\ntrades_days = 7\npositions_days = 0")).toEqual({
    ...{ orders: 90, trades: 7, positions: 0 },
  });
  expect(mistakeIn('history.keep_days = "keep_days"')).toContain("expected a whole number from 0 to 36500");
  expect(mistakeIn("history.orders_days = -1")).toContain("expected a whole number from 0 to 36500, or keep_days");
});

test("a named file must exist", () => {
  expect(mistakeIn("", { file: "other.toml" })).toBe('config: "other.toml" (--config); expected a file that exists');
});

test("a production venue invents nothing", () => {
  const production = { flags: { mode: "production", "chain.rpc": "off" } };
  expect(load("", production)).toMatchObject({ mode: "production", markets: [], brokers: [], demo: false });
  expect(mistakeIn("", { flags: { mode: "production", "chain.rpc": "off", demo: true } })).toBe(
    "demo: true (mode production); expected false: demo traders are for a sandbox",
  );
  expect(mistakeIn("", { flags: { mode: "production", "chain.rpc": "off", prices: "manual" } })).toBe(
    'prices: "manual" (mode production); expected feeds: other prices are for a sandbox',
  );
  expect(mistakeIn("default_markets = true", production)).toBe(
    'markets: "PERP_BTC_USDC" (evermark.toml); expected [[sources]] entries of it: a production venue makes no price up',
  );
});

test("a cluster node names its database and its bus, and has no chain of its own", () => {
  const both = { cluster: "postgres://me:secret@db:5432/venue", bus: "nats://me:secret@one,two:4333" };
  const { cluster, chain } = load("", { flags: both });
  expect(cluster).toEqual({
    postgres: both.cluster,
    bus: { servers: ["one:4222", "two:4333"], user: "me", password: "secret", isEncrypted: false },
    isOneDatabase: true,
  });
  expect(chain.nodes).toBe("off");
  expect(load("").cluster).toBeNull();

  const mistakes = [
    [
      { cluster: both.cluster },
      "bus: not given (evermark.toml); expected a value: cluster is given, and a node needs both",
    ],
    [{ bus: both.bus }, "cluster: not given (evermark.toml); expected a value: bus is given, and a node needs both"],
    [
      both,
      'chain.rpc: "off" (evermark.toml); expected URLs of nodes: any node of the venue may have to follow its vault',
    ],
  ] as const;
  for (const [flags, mistake] of mistakes)
    expect(mistakeIn(`chain.vault = "0x${"1".repeat(40)}"`, { flags })).toBe(mistake);
});

test("history is in a file, or in a named database", () => {
  const database = "postgres://me:secret@db:5432/venue";
  expect(load("").history.database).toBeNull();
  expect(load("", { flags: { "history.database": database } }).history.database).toBe(database);
  expect(load("", { environment: { EVERMARK_HISTORY: database } }).history.database).toBe(database);
  const { history } = load(`[history]\ndatabase = "${database}"\nkeep_days = 9`);
  expect(history).toEqual({ database, days: { orders: 9, trades: 9, positions: 9 } });
});

test("no mistake shows a value that may be a password", () => {
  for (const name of ["cluster", "bus", "history.database"] as const) {
    const mistake = mistakeIn("", { flags: { [name]: "mysql://me:secret@db" } });
    expect(mistake).toStartWith(`${name}: "…" (--${name.replace(".database", "")}); expected `);
    expect(mistake).not.toContain("secret");
  }
});
