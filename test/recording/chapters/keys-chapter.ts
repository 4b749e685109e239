// Alice binds a second key, restricts her first key to her address, lifts the restriction again, and removes the second
// key.

import type { Stage } from "../recording-stage.ts";
import { bindKey } from "./accounts-chapter.ts";

export async function restrictKeys(stage: Stage): Promise<void> {
  const svc_key = stage.alice.key.name;
  await stage.call("keys.setRestriction", { body: { svc_key, ip_restriction_list: ["127.0.0.1", "::1"] } });
  await stage.call("keys.getRestriction", { query: { svc_key } });
  await stage.call("keys.resetRestriction", { body: { svc_key, reset_mode: "ALLOW_ALL_IPS" } });
  const second = stage.trader(0xa2).key.name;
  await bindKey(stage, stage.alice, second);
  await stage.call("keys.removeKey", { body: { svc_key: second } });
}
