import { expect, test } from "bun:test";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { assertHostKnown, listeningMistake } from "./listening.ts";

const mistake = (code: string) => {
  const error = Object.assign(new Error("listen"), { code });
  return listeningMistake(error, { host: "192.0.2.1", port: 80 });
};

test.each([
  ["EADDRINUSE", "port: 80 on 192.0.2.1 is in use; expected a free one (--port 0 takes any)"],
  [
    "EADDRNOTAVAIL",
    "host: 192.0.2.1 is no address of this machine; expected an address of this machine, or 0.0.0.0 or :: for all of them",
  ],
  ["EACCES", "port: 80 on 192.0.2.1 is not open to this user; expected 1024 or above, or a proxy that has the port"],
])("%s is reported as a mistake in the configuration", (code, text) => {
  const explained = mistake(code);
  expect(explained).toBeInstanceOf(ConfigurationMistake);
  expect((explained as Error).message).toBe(text);
});

test("an unforeseen error is returned unchanged", () => {
  expect(mistake("EIO")).not.toBeInstanceOf(ConfigurationMistake);
  expect(listeningMistake("words", { host: "::1", port: 1 })).toBe("words");
});

test("a host must be an address or a known name", async () => {
  for (const host of ["127.0.0.1", "::", "0.0.0.0", "localhost"]) await assertHostKnown({ host });
  expect(assertHostKnown({ host: "no-such-host.invalid" })).rejects.toThrow(
    "host: no-such-host.invalid is the name of no machine; expected an address of this machine",
  );
});
