// Checks whether the machine's clock is synchronised. The kernel knows (adjtimex), because every program that
// disciplines the clock reports to it. Trading halts when the clock jumps, and requests whose time is far from the
// venue's are refused.

import { dlopen, FFIType, ptr } from "bun:ffi";
import { type Finding, failed, ok, warning } from "./finding.ts";

export interface KernelClock {
  readonly isSynchronised: boolean;
  /** The clock's maximum error, as its source estimates it. */
  readonly errorMs: number;
}

const ERROR_MS_MAX = 500;
const REMEDY = "start an NTP client (timedatectl set-ntp true, or chrony)";

export function checkClock(clock: KernelClock | undefined): Finding {
  if (clock === undefined) return warning("clock", "the system does not say whether it is synchronised", REMEDY);
  const { isSynchronised, errorMs } = clock;
  if (!isSynchronised) return failed("clock", "it is not synchronised", REMEDY);
  const off = `it is synchronised, and at most ${Math.ceil(errorMs)} ms off`;
  return errorMs > ERROR_MS_MAX ? warning("clock", off, "check the sources of its NTP client") : ok("clock", off);
}

/** The layout of `struct timex` where a long has 8 bytes. */
const TIMEX_BYTES = 208;
const MAX_ERROR_AT = 24;
const STATUS_AT = 40;
const STATUS_UNSYNCHRONISED = 0x40;
const TIME_ERROR = 5;
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

/** Undefined where the system has no such call. Only reads, which needs no privileges. */
export function kernelClock(): KernelClock | undefined {
  if (process.platform !== "linux") return undefined;
  for (const library of LIBRARIES) {
    try {
      const { symbols } = dlopen(library, { adjtimex: { args: [FFIType.ptr], returns: FFIType.i32 } });
      const timex = new Uint8Array(TIMEX_BYTES);
      const state = symbols.adjtimex(ptr(timex));
      if (state < 0) return undefined;
      const view = new DataView(timex.buffer);
      const isUnsynchronised = (view.getInt32(STATUS_AT, true) & STATUS_UNSYNCHRONISED) !== 0;
      return {
        isSynchronised: state !== TIME_ERROR && !isUnsynchronised,
        errorMs: Number(view.getBigInt64(MAX_ERROR_AT, true)) / 1000,
      };
    } catch {
      // The library of another distribution: try the next.
    }
  }
  return undefined;
}
