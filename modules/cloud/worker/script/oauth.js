// The way back of a login by the user's own app: the network leads the browser here, and the worker leads it on to the Crier on its machine.

/** places are the states of logins that were begun by a Crier at a port of the browser's machine: the port, and what nobody can guess. */
const places = /^([1-9]\d{3,4})\.[\w-]{43}$/;
/** passed are the parameters that are passed on, and how long they may be. */
const passed = { code: 2048, state: 64, error: 64 };

/**
 * leadBack leads a browser on, without a look at who it is: it knows no secret and stores nothing. Crier judges the state.
 *
 * @param {Request} request
 */
export function leadBack(request) {
  const { searchParams } = new URL(request.url);
  const port = Number(places.exec(searchParams.get("state") ?? "")?.[1]);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return tell(405, { Allow: "GET, HEAD" });
  }
  if (!(port >= 1024 && port <= 65535)) {
    return tell(400);
  }
  const to = new URL(`http://127.0.0.1:${port}/oauth/callback`);
  for (const [name, most] of Object.entries(passed)) {
    const value = searchParams.get(name) ?? "";
    if (value.length > most) {
      return tell(400);
    }
    if (value !== "") {
      to.searchParams.set(name, value);
    }
  }
  return tell(302, { Location: String(to) });
}

/**
 * @param {number} status
 * @param {Record<string, string>} headers
 */
function tell(status, headers = {}) {
  const text = status === 400 ? "This address leads back to Crier at the end of a login, and this is no login of Crier's. Begin it again in Crier.\n" : "";
  return new Response(text, {
    status, headers: { ...headers, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Content-Type": "text/plain; charset=utf-8" },
  });
}
