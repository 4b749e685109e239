// The proxies as configured in docs/deployment/, in front of a real venue: TLS, orders and streams go through,
// operational paths do not, and a client's address is the one that connects to the proxy.

import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { readNetworks } from "@evermark/venue/configuration/values/network.ts";
import { certificateIn, isAsked } from "./outside/programs.ts";
import { newTrader, ORDER } from "./outside/trader.ts";
import { startVenue } from "./outside/whole-venue.ts";

const DEPLOYMENT = join(import.meta.dir, "..", "..", "docs", "deployment");
const venue = await startVenue({
  trustedProxies: readNetworks("127.0.0.1")!,
  limits: { factor: 1, requestsPerIp: 400 },
});
const folder = temporaryDirectory();
const started: { kill(): void; readonly exited: Promise<unknown> }[] = [];
afterAll(async () => {
  for (const proxy of started) proxy.kill();
  await Promise.all(started.map(({ exited }) => exited));
  await venue.stop();
  folder[Symbol.dispose]();
});

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = server;
  await server.stop(true);
  return port!;
}

function run(command: readonly string[]): void {
  const environment = { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  started.push(Bun.spawn([...command], { stdout: "ignore", stderr: "ignore", env: environment }));
}

function nginx(port: number): void {
  const server = readFileSync(join(DEPLOYMENT, "nginx", "evermark.conf"), "utf8")
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("/etc/ssl/venue.pem", certificate)
    .replace("/etc/ssl/venue.key", key)
    .replace("127.0.0.1:8196", `127.0.0.1:${venue.port}`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder.path, name)};`,
  );
  const file = join(folder.path, "nginx.conf");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const head = `${user} daemon off; pid ${join(folder.path, "nginx.pid")}; error_log stderr; events {}`;
  writeFileSync(file, `${head}\nhttp { access_log off; ${paths.join(" ")}\n${server}}`);
  run(["nginx", "-p", folder.path, "-c", file]);
}

function caddy(port: number): void {
  const text = readFileSync(join(DEPLOYMENT, "caddy", "Caddyfile"), "utf8")
    .replace("{\n  servers", "{\n  admin off\n  auto_https disable_redirects\n  servers")
    .replace("{$EVERMARK_DOMAIN:venue.example.com}", `https://127.0.0.1:${port}`)
    .replace("tls {", `tls ${certificate} ${key} {`)
    .replace("{$EVERMARK_UPSTREAM:127.0.0.1:8196}", `127.0.0.1:${venue.port}`);
  const file = join(folder.path, "Caddyfile");
  writeFileSync(file, text);
  run(["caddy", "run", "--config", file, "--adapter", "caddyfile"]);
}

const OPERATIONAL = [
  ...["/metrics", "/health", "/ready", "/sandbox", "/sandbox/clock", "/sandbox/prices", "/operator", "/operator/x"],
  ...["//sandbox/clock", "/%73andbox/clock", "/v1/../sandbox/clock", "/SANDBOX/clock"],
];

const proxies = [
  ["nginx", nginx],
  ["caddy", caddy],
] as const;
const asked = proxies.filter(([name]) => isAsked(name) && isAsked("openssl"));
const { certificate, key } = asked.length > 0 ? certificateIn(folder.path) : { certificate: "", key: "" };

for (const [name, start] of asked) {
  test(`through ${name} orders and streams go over TLS, and nothing operational does`, async () => {
    const port = await freePort();
    start(port);
    const base = `https://127.0.0.1:${port}`;
    const tls = { ca: readFileSync(certificate, "utf8") };
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(`${base}${path}`, { ...options, tls } as RequestInit);
    let first: Response | undefined;
    while (first === undefined) first = await ask("/v1/public/futures").catch(() => undefined);
    expect(first.status).toBe(200);

    const trader = await newTrader(venue.url);
    const body = JSON.stringify(ORDER);
    const headers = { "Content-Type": "application/json", ...trader.headers("POST", "/v1/order", body) };
    const placed = (await (await ask("/v1/order", { method: "POST", headers, body })).json()) as { success: boolean };
    expect(placed).toMatchObject({ success: true });

    for (const path of OPERATIONAL) {
      for (const method of ["GET", "POST"]) {
        const { status } = await ask(path, { method, ...(method === "POST" && { body: "{}" }) });
        expect({ path, method, status }).toEqual({ path, method, status: 404 });
      }
    }

    const url = `wss://127.0.0.1:${port}/ws/public/ws/stream/${trader.accountId}`;
    // Bun's own options, which the types of the web do not know.
    const socket = new WebSocket(url, { tls } as unknown as string[]);
    const frame = await new Promise<string>((resolve, reject) => {
      socket.onerror = () => reject(new Error("the stream did not open"));
      socket.onopen = () => socket.send(JSON.stringify({ id: 1, event: "ping" }));
      socket.onmessage = ({ data }) => resolve(String(data));
    });
    expect(JSON.parse(frame)).toMatchObject({ event: "pong" });
    socket.close();

    // A client that claims a different address in each request still counts as one.
    const statuses = new Set<number>();
    while (!statuses.has(429)) {
      const claimed = { "X-Forwarded-For": `10.${statuses.size}.${Math.floor(Math.random() * 250)}.9` };
      const answers = await Promise.all(Array.from({ length: 40 }, () => ask("/v1/nothing", { headers: claimed })));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].every((status) => status === 404 || status === 429)).toBe(true);
  });
}
