// `--bus nats://user:password@one:4222,two:4222`: the servers of one NATS cluster, and how to log in there. With tls://
// every connection is encrypted and the server's certificate checked, against `?ca=<file>` if it is not of a known
// authority; with nats:// the server decides whether it is. A name without a password is a token.

export interface BusAddress {
  /** Host and port of each server. */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  readonly isEncrypted: boolean;
  /** File with the certificates of authorities that may have signed the server's. */
  readonly ca?: string;
}

const SCHEME = /^([a-z]+):\/\//;

/** @returns the address, or what is wrong with `text`, without repeating it: it may hold a password */
export function parseBusAddress(text: string): BusAddress | { readonly mistake: string } {
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme !== "nats" && scheme !== "tls") return { mistake: "it begins with nats:// or tls://" };
  const urls: URL[] = [];
  for (const part of text.split(",")) {
    const url = URL.parse(SCHEME.test(part) ? part : `${scheme}://${part}`);
    if (url === null || url.hostname === "")
      return { mistake: "it names servers as host:port, with commas between them" };
    if (url.protocol !== `${scheme}:`) return { mistake: "all of its servers are of one kind, nats:// or tls://" };
    if (url.pathname.replace("/", "") !== "" || url.hash !== "")
      return { mistake: "nothing follows a server's port but ?ca=" };
    urls.push(url);
  }
  const login = urls.find(({ username }) => username !== "");
  const unknown = urls.flatMap(({ searchParams }) => [...searchParams.keys()]).find((name) => name !== "ca");
  if (unknown !== undefined) return { mistake: `there is no option "${unknown}"` };
  const ca = urls.map(({ searchParams }) => searchParams.get("ca")).find((file) => file !== null);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || "4222"}`),
    ...(login === undefined ? {} : loginOf(login)),
    isEncrypted: scheme === "tls",
    ...(ca === undefined || ca === null ? {} : { ca }),
  };
}

function loginOf({ username, password }: URL): Pick<BusAddress, "user" | "password" | "token"> {
  const name = unescaped(username);
  return password === "" ? { token: name } : { user: name, password: unescaped(password) };
}

/** A percent sign that begins no escape stands for itself. */
function unescaped(text: string): string {
  return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
}
