import { expect, test } from "bun:test";
import { InjectedWallets, parseAnnounced } from "./injected-wallets.ts";

const provider = { request: async () => null };
const info = { uuid: "u-1", name: "Fox", rdns: "io.fox", icon: "data:image/png;base64,AAAA" };

const announcement = (changes: Partial<Record<keyof typeof info, unknown>> = {}) => ({
  info: { ...info, ...changes },
  provider,
});

test("an announced wallet is listed with its name and its icon", () => {
  expect(parseAnnounced(announcement())).toEqual({ ...info, provider });
});

test("an icon that would have to be fetched is left out", () => {
  for (const icon of ["https://evil.example/a.png", "javascript:alert(1)", "data:text/html,<b>", 5, undefined]) {
    expect(parseAnnounced(announcement({ icon }))?.icon).toBeNull();
  }
});

test("a name is cut to length, and can't reverse or hide the text after it", () => {
  expect(parseAnnounced(announcement({ name: `\u202eFox\u0000\u200b` }))?.name).toBe("Fox");
  expect(parseAnnounced(announcement({ name: "x".repeat(500) }))?.name).toHaveLength(40);
  expect(parseAnnounced(announcement({ name: "\u200b" }))?.name).toBe("io.fox");
});

test("an announcement that is not of a wallet is ignored", () => {
  const others = [null, 5, {}, { info }, { info, provider: {} }, announcement({ uuid: 5 }), announcement({ rdns: "" })];
  for (const detail of others) expect(parseAnnounced(detail)).toBeUndefined();
});

test("the first wallet with a name stays, and a page lists at most twenty", () => {
  const page = new EventTarget();
  let requestCount = 0;
  page.addEventListener("eip6963:requestProvider", () => {
    requestCount += 1;
  });
  const wallets = new InjectedWallets(page);
  const announce = (changes: Partial<Record<keyof typeof info, unknown>>) =>
    page.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: announcement(changes) }));
  announce({});
  announce({ uuid: "u-2", name: "Imposter" });
  for (let n = 0; n < 50; n++) announce({ uuid: `n-${n}`, rdns: `io.n${n}` });
  expect(requestCount).toBe(1);
  expect(wallets.find("io.fox")?.name).toBe("Fox");
  expect(wallets.wallets.get()).toHaveLength(20);
});
