// A deposit by plain transfer on another chain, from the address to the balance.
// With a venue running (`npm start -- --receiver-chains local`): npx bun client/examples/deposit-by-transfer.ts
import { onboard } from "@evermark/client";

const baseUrl = process.env.EVERMARK_URL ?? "http://127.0.0.1:8196";
const chain_id = 42161;
const { client } = await onboard({ baseUrl, brokerId: "demo" });
const { receiver_address: address, minimum_deposit } = await client.receivers.getAddress({ chain_id, token: "USDC" });
console.log("send at least", minimum_deposit, "USDC to", address);

const { tx_id } = await client.sandbox.sendToReceiver({ chain_id, address, amount: 25 });
console.log("sent in", tx_id);

let state = "";
while (state !== "COMPLETED") {
  const { rows } = await client.receivers.getEvents();
  const { trans_status = state } = rows.find((row) => row.tx_id === tx_id) ?? {};
  if (trans_status !== state) console.log(trans_status);
  state = trans_status;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
client.close();
