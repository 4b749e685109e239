import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { OpenSockets } from "./open-sockets.ts";

/** A server that sends nothing, and clients of it. */
async function company(hostname: string, clients: number) {
  let accepted = 0;
  const read = { longest: 0, all: 0 };
  let allAccepted: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    allAccepted = resolve;
  });
  const listener = Bun.listen({
    hostname,
    port: 0,
    socket: {
      open() {
        accepted++;
        if (accepted === clients) allAccepted();
      },
      data(_, { length }) {
        read.longest = Math.max(read.longest, length);
        read.all += length;
      },
    },
  });
  const sockets = Array.from({ length: clients }, () => connect(listener.port, hostname).on("error", () => {}));
  await Promise.all([all, ...sockets.map((socket) => new Promise<void>((resolve) => socket.on("connect", resolve)))]);
  const stop = (): void => {
    for (const socket of sockets) socket.destroy();
    listener.stop(true);
  };
  return { port: listener.port, sockets, stop, read };
}

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.on("close", () => resolve()));

if (process.platform === "linux") {
  test("a connection is seen before it has sent anything, and can be closed", async () => {
    const { port, sockets, stop } = await company("127.0.0.1", 3);
    const open = OpenSockets.of(port)!;
    const found = open.look(0, 10_000).sockets;
    expect(found.map((each) => [each.address, each.port]).sort()).toEqual(
      sockets.map((socket) => ["127.0.0.1", socket.localPort!]).sort(),
    );
    // None has sent anything yet; then one does.
    for (const each of found) expect(open.quietMs(each)).toBe(Number.MAX_SAFE_INTEGER);
    sockets[0]!.write("a");
    const speaking = found.find((each) => each.port === sockets[0]!.localPort)!;
    while (open.quietMs(speaking) > 60_000) await Bun.sleep(1);

    const [first] = found;
    const ended = closed(sockets.find(({ localPort }) => localPort === first!.port)!);
    expect(open.shutDown(first!)).toBe(true);
    await ended;
    stop();
  });

  test("only so much of what a connection sends waits to be read, and all of it is read", async () => {
    const [AHEAD, SENT] = [4_096, 4_194_304];
    const { port, stop, read } = await company("127.0.0.1", 1);
    expect(OpenSockets.of(port + 1)!.boundSentAhead(AHEAD)).toBe(false);
    expect(OpenSockets.of(port)!.boundSentAhead(AHEAD)).toBe(true);
    const later = connect(port, "127.0.0.1").on("error", () => {});
    later.write(Buffer.alloc(SENT));
    while (read.all < SENT) await Bun.sleep(1);
    expect(read.longest).toBeLessThanOrEqual(2 * AHEAD);
    later.destroy();
    stop();
  });

  test("addresses are returned for IPv6, and as IPv4 for IPv4 over IPv6", async () => {
    const six = await company("::1", 1);
    expect(OpenSockets.of(six.port)!.look(0, 10_000).sockets).toMatchObject([{ address: "0:0:0:0:0:0:0:1" }]);
    six.stop();
  });

  test("a descriptor of another port, or one that another connection has taken meanwhile, is left alone", async () => {
    const { port, stop } = await company("127.0.0.1", 1);
    const open = OpenSockets.of(port)!;
    const [socket] = open.look(0, 10_000).sockets;
    expect(OpenSockets.of(port + 1)!.look(0, 10_000).sockets).toEqual([]);
    expect(OpenSockets.of(port + 1)!.shutDown(socket!)).toBe(false);
    expect(open.shutDown({ ...socket!, port: socket!.port + 1 })).toBe(false);
    // Not a socket at all.
    expect(open.shutDown({ ...socket!, descriptor: 1 })).toBe(false);
    expect(open.openDescriptors).toBeGreaterThanOrEqual(0);
    stop();
  });
}
