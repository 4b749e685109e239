// The operating system's lock on an open file or directory, `flock`. It belongs to the open file, not to its name:
// deleting, renaming or replacing the name takes nothing from the holder, and the kernel releases the lock when the process
// ends, even after `kill -9`. Bun has no call for it, so the C library's is used.

import { createRequire } from "node:module";
import { Fault } from "@evermark/engine";

/** `unsupported`: this platform or this file system has no such lock. */
export type FileLock = "locked" | "in_use" | "unsupported";

const EXCLUSIVE_NOW = 2 | 4;

interface System {
  /** Names of the C library; a distribution has one of them. */
  readonly libraries: readonly string[];
  /** The function that returns the address of the last error's number. */
  readonly errno: "__errno_location" | "__error";
  readonly inUse: number;
  /** Error numbers that mean there is no such lock. EBADF is what network file systems report for a directory. */
  readonly unsupported: readonly number[];
}

const MUSL = `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`;
const SYSTEMS: Partial<Record<NodeJS.Platform, System>> = {
  linux: {
    libraries: ["libc.so.6", MUSL],
    errno: "__errno_location",
    inUse: 11,
    unsupported: [9, 22, 37, 38, 95],
  },
  darwin: { libraries: ["libSystem.B.dylib"], errno: "__error", inUse: 35, unsupported: [9, 22, 45, 77, 78, 102] },
};

type Flock = (descriptor: number) => { readonly failed: boolean; readonly error: number };

let loaded: Flock | null | undefined;

/**
 * Locks an open file or directory for this descriptor alone, until it is closed; never waits.
 * @throws {Fault} when the system refuses for a reason that does not show whether another process holds the lock
 */
export function tryFileLock(descriptor: number): FileLock {
  const system = SYSTEMS[process.platform];
  if (system === undefined) return "unsupported";
  if (loaded === undefined) loaded = load(system);
  if (loaded === null) return "unsupported";
  const { failed, error } = loaded(descriptor);
  if (!failed) return "locked";
  if (error === system.inUse) return "in_use";
  if (system.unsupported.includes(error)) return "unsupported";
  throw new Fault("the system can't say whether a file is locked", { errno: error });
}

function load({ libraries, errno }: System): Flock | null {
  // Loaded only here, because the journal on a simulated disk runs in other JavaScript engines as well.
  const { dlopen, FFIType, read } = createRequire(import.meta.url)("bun:ffi") as typeof import("bun:ffi");
  for (const library of libraries) {
    try {
      const { symbols } = dlopen(library, {
        flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
        [errno]: { args: [], returns: FFIType.ptr },
      });
      const { flock, [errno]: errorAt } = symbols as unknown as Record<string, (...args: number[]) => number>;
      return (descriptor) => {
        const failed = flock!(descriptor, EXCLUSIVE_NOW) !== 0;
        return { failed, error: failed ? read.i32(errorAt!() as never, 0) : 0 };
      };
    } catch {
      // Try the next name: another distribution's library.
    }
  }
  return null;
}
