// Requests from web pages of other origins. The interface is open to all of them: a request is authorized by its signature, never
// by a cookie, so a foreign page can do nothing that the signer's key does not allow. The sandbox's own calls have no signature;
// they are only for pages of this machine, or any site that a developer visits could move the sandbox's prices.

/** The headers that a page may read. */
const READABLE =
  "Allow, Retry-After, Server-Timing, X-Data-Freshness, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Weight";
const DAY_SECONDS = 86_400;

/** Whether a browser asks in advance whether a page may send a request. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

export function preflightAnswer(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": request.headers.get("access-control-request-headers") ?? "",
      "Access-Control-Max-Age": String(DAY_SECONDS),
    },
  });
}

/** Lets the page that sent the request read the answer. @param replayed name of the header that marks a repeated answer */
export function openToPages(response: Response, replayed: string): void {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", `${READABLE}, ${replayed}`);
  // Without this header a browser hides the figures of `Server-Timing` from the page.
  response.headers.set("Timing-Allow-Origin", "*");
}
