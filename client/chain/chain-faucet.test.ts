import { expect, test } from "bun:test";
import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import type { RestClient } from "../rest/rest-client.ts";
import { fundWallet } from "./chain-faucet.ts";

const { path: CHAIN_INFO } = venueFacts.getChainInfo;
const ADDRESS = "0x00000000000000000000000000000000000000a1";

/** A venue whose chain is up from the nth look. */
function venueWithChainAt(look: number) {
  const asked: string[] = [];
  const rest = {
    async call({ path }: { path: string }) {
      asked.push(path);
      if (path !== CHAIN_INFO) return {};
      const isThere = asked.length >= look;
      return { rows: [{ vault_address: isThere ? ADDRESS : null, trouble: isThere ? null : "it is being started" }] };
    },
  } as unknown as RestClient;
  return { rest, looks: () => asked.filter((path) => path === CHAIN_INFO).length, asked };
}

test("a chain that is still starting is waited for, as long as the caller has patience", async () => {
  const soon = venueWithChainAt(3);
  expect(await fundWallet(soon, ADDRESS, 1_000, { pollMs: 1 })).toBe(true);
  expect([soon.looks(), soon.asked.length]).toEqual([3, 4]);

  const late = venueWithChainAt(100);
  expect(await fundWallet(late, ADDRESS, 1_000, { pollMs: 1 })).toBe(false);
  expect([late.looks(), late.asked.length]).toEqual([41, 41]);

  const patient = venueWithChainAt(100);
  expect(await fundWallet(patient, ADDRESS, 1_000, { pollMs: 1, looks: 120 })).toBe(true);
  expect([patient.looks(), patient.asked.length]).toEqual([100, 101]);
});
