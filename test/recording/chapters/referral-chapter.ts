// Alice's builder gives Bob a code, which Erin uses to join, and makes Bob an affiliate.

import type { Stage } from "../recording-stage.ts";
import { openAccount } from "./accounts-chapter.ts";

export async function refer(stage: Stage): Promise<void> {
  const account_id = stage.bob.accountId;
  const rates = { bonus_max_rebate_rate: 0.5, bonus_referrer_rebate_rate: 0.6, bonus_referee_rebate_rate: 0.4 };
  await stage.call("referral.createReferralCode", { body: { account_id, referral_code: "BOBSDESK", ...rates } });
  const erin = stage.trader(0xe1);
  await openAccount(stage, erin);
  await stage.call("referral.bindReferral", { body: { referral_code: "BOBSDESK" } }, erin);
  await stage.call("referral.setAffiliateBasis", { body: { basis: "builder_revenue" } });
  await stage.call("referral.setAffiliate", { body: { account_id, rebate_rate: 0.3 } });
}
