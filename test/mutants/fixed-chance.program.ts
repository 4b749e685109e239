// Loaded before the tests of a mutant: properties that name no seed get this one.

import fc from "fast-check";

fc.configureGlobal({ seed: 1 });
