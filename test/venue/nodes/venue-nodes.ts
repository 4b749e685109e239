// Nodes of one venue as an operator starts them: processes of `evermark start`, each with its own directory, on a real
// PostgreSQL and a real bus.

import { join } from "node:path";
import { ApiError, Client, type Credentials, onboard } from "@evermark/client";
import { NatsServer } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { startVenue, type VenueProcess } from "../../witness/venue-process.ts";

/** One node of the venue, which may be killed and restarted on its directory. */
export interface VenueNode {
  readonly directory: string;
  url: string;
  process: VenueProcess;
}

interface NodesSettings {
  readonly directory: string;
  /** Whether history is kept in one shared database instead of each node's directory. */
  readonly hasOneHistory: boolean;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The command line up to `start`, for a program of another version; null for this one. */
  readonly command: readonly string[] | null;
}

export class VenueNodes implements AsyncDisposable {
  readonly nodes: VenueNode[] = [];
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
  readonly database: string;
  readonly #settings: NodesSettings;

  private constructor(postgres: PostgresServer, nats: NatsServer, database: string, settings: NodesSettings) {
    this.postgres = postgres;
    this.nats = nats;
    this.database = database;
    this.#settings = settings;
  }

  /** Starts all nodes at once; whichever comes first creates the venue. @param more settings for all of them */
  static async start(count: number, directory: string, more: Partial<NodesSettings> = {}): Promise<VenueNodes> {
    const postgres = await PostgresServer.start({ isDurable: true });
    const settings = { flags: [], environment: {}, hasOneHistory: false, command: null, ...more, directory };
    if (settings.hasOneHistory)
      settings.environment = { ...settings.environment, EVERMARK_HISTORY: await postgres.database() };
    const nodes = new VenueNodes(postgres, await NatsServer.start(), await postgres.database(), settings);
    await Promise.all(Array.from({ length: count }, () => nodes.add()));
    return nodes;
  }

  /** Adds a node with a new directory. @param flags in addition to those of all nodes @param command as in the settings */
  async add(flags: readonly string[] = [], command = this.#settings.command): Promise<VenueNode> {
    const directory = join(this.#settings.directory, `node-${this.nodes.length}`);
    const place = this.nodes.push({ directory, url: "", process: undefined as never }) - 1;
    const node = this.nodes[place]!;
    await this.run(node, flags, command);
    return node;
  }

  /** Starts a node on its existing directory. */
  async run(node: VenueNode, flags: readonly string[] = [], command = this.#settings.command): Promise<void> {
    const { environment } = this.#settings;
    const given = {
      ...{ dataDirectory: node.directory, environment, flags: [...this.flags, ...flags] },
      ...(command !== null && { command }),
    };
    const { process, url } = await startVenue(given);
    node.process = process;
    node.url = url;
  }

  /** The database of the shared history. */
  get history(): string {
    return this.#settings.environment.EVERMARK_HISTORY!;
  }

  get flags(): readonly string[] {
    return ["--cluster", this.database, "--bus", this.nats.url, ...this.#settings.flags];
  }

  /** The node that holds the lease, by its log; waits until one of the running nodes does. */
  async leader(): Promise<VenueNode> {
    for (;;) {
      const leads = this.nodes.find(({ process }) => process.isRunning && lastOf(process) === "this node leads");
      if (leads !== undefined) return leads;
      await Bun.sleep(20);
    }
  }

  others(node: VenueNode): VenueNode[] {
    return this.nodes.filter((each) => each !== node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.nodes) await process?.[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
    await this.postgres[Symbol.asyncDispose]();
  }
}

/** Retries while the venue's limits refuse the call or the venue can't answer yet, for example because history lags. */
export async function patiently<Value>(call: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 429 || error.status === 503))) throw error;
      await Bun.sleep(error.retryAfterMs ?? 100);
    }
  }
}

/** A trader who can use any of the nodes. */
export class RoamingTrader implements Disposable {
  readonly accountId: string;
  readonly #credentials: Credentials;
  readonly #nodes: readonly VenueNode[];
  readonly #clients: Client[];

  private constructor(credentials: Credentials, nodes: readonly VenueNode[]) {
    this.accountId = credentials.accountId;
    this.#credentials = credentials;
    this.#nodes = nodes;
    this.#clients = nodes.map(({ url }) => new Client({ baseUrl: url, signer: credentials }));
  }

  /** Opens an account, sending each request to the next node: its nonce, its opening, its key, its money. */
  static async at(nodes: readonly VenueNode[]): Promise<RoamingTrader> {
    let calls = 0;
    const roaming = (url: string, init: RequestInit) => {
      const { pathname, search } = new URL(url);
      return fetch(`${nodes[calls++ % nodes.length]!.url}${pathname}${search}`, init);
    };
    const { client, credentials } = await onboard({ baseUrl: nodes[0]!.url, brokerId: "evermark", fetch: roaming });
    client.close();
    return new RoamingTrader(credentials, nodes);
  }

  /** The same trader at other nodes, or at restarted ones. */
  at(nodes: readonly VenueNode[]): RoamingTrader {
    return new RoamingTrader(this.#credentials, nodes);
  }

  via(node: number): Client {
    return this.#clients[node]!;
  }

  /** A client whose stream orders are cancelled when its connection ends. */
  guardedVia(node: number): Client {
    const { url } = this.#nodes[node]!;
    const client = new Client({ baseUrl: url, signer: this.#credentials, cancelOnDisconnect: true });
    this.#clients.push(client);
    return client;
  }

  [Symbol.dispose](): void {
    for (const client of this.#clients) client.close();
  }
}

function lastOf({ log }: VenueProcess): string | undefined {
  return log.findLast(({ msg }) => msg === "this node leads" || msg === "another node leads")?.msg;
}
