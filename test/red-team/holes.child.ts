// Looks for one hole, in a process of its own; prints the find, or nothing. See holes-hunt.ts.

import { HOLES } from "./holes.ts";
import { huntHole } from "./holes-hunt.ts";

const [number, seed] = process.argv.slice(2).map(Number);
console.log(await huntHole(HOLES[number!]!, seed!));
