// The library that shows the calls, Scalar's API reference, as one script that asks nobody for anything. Of the packages
// that carry it this one has the fewest dependencies; of the package itself nothing runs here.

import { dirname, join } from "node:path";

const PACKAGE = "@scalar/fastify-api-reference";

export function libraryScript(): Promise<string> {
  const main = Bun.resolveSync(PACKAGE, import.meta.dir);
  return Bun.file(join(dirname(main), "js", "standalone.js")).text();
}
