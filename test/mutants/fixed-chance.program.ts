// Loaded before the tests of a mutant: gives a fixed seed to properties that do not name one.

import fc from "fast-check";

fc.configureGlobal({ seed: 1 });
