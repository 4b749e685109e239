// A process that projects history until it is killed. Arguments: the data directory, and the journal's last position.

import { startHistory } from "../thread/history-thread.ts";

const [dataDirectory = "", durable = ""] = process.argv.slice(2);
console.log("started");
await startHistory({
  dataDirectory,
  durable: Number(durable),
  onFailure(error) {
    throw error;
  },
});
