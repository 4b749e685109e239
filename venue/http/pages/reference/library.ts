// The library that shows the calls, Scalar's API reference, as one script that makes no requests of its own. Of the packages
// that contain it, this one has the fewest dependencies; the package's own code does not run here.

import { dirname, join } from "node:path";

const PACKAGE = "@scalar/fastify-api-reference";

export function libraryScript(): Promise<string> {
  const main = Bun.resolveSync(PACKAGE, import.meta.dir);
  return Bun.file(join(dirname(main), "js", "standalone.js")).text();
}
