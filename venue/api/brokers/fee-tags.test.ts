import { expect, test } from "bun:test";
import { ApiVenue } from "../testing/api-venue.ts";

const DAY_MS = 86_400_000;
const ARCHIVE = "/v1/broker/order_enum/archive";
const UNARCHIVE = "/v1/broker/order_enum/unarchive";

test("an archived fee tag comes back within 30 days, while there is room for it", async () => {
  const api = new ApiVenue();
  // The first account of a builder is its administrator.
  const admin = await api.trader(0);
  const tag = { name: "a tag", default_fee_rate: 0.0001 };
  const create = (enum_id: string) => admin.call("POST", "/v1/broker/order_enum", { ...tag, enum_id });
  const unarchive = async (enum_id: string) => {
    const { status, code, data } = await admin.call("POST", UNARCHIVE, { enum_id });
    return [status, code ?? data?.status];
  };
  expect(await unarchive("T0")).toEqual([400, -1202]);
  await create("T0");
  expect(await unarchive("T0")).toEqual([400, -1012]);
  for (let i = 0; i < 10; i++) {
    await admin.call("POST", ARCHIVE, { enum_id: "T0" });
    await create(`T${i + 1}`);
    api.now += 1_000;
  }
  expect(await unarchive("T0")).toEqual([400, -1206]);
  await admin.call("POST", ARCHIVE, { enum_id: "T1" });
  api.now += DAY_MS;
  expect(await unarchive("T0")).toEqual([200, "active"]);
  expect(await unarchive("T1")).toEqual([400, -1206]);
  await admin.call("POST", ARCHIVE, { enum_id: "T2" });
  api.now += 30 * DAY_MS;
  expect(await unarchive("T1")).toEqual([400, -1205]);
});
