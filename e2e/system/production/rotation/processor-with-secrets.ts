import { once } from "node:events";
import { createServer, request } from "node:http";

/**
 * Starts a card processor that takes several secrets of a merchant at the same time, as real ones do, in front of the sandbox's,
 * which takes one. `accepted` may change while it runs. Another secret is refused as the sandbox's refuses it.
 */
export async function startProcessorWithSecrets(
  port: number,
  {
    behind,
    secret,
    accepted,
  }: { readonly behind: number; readonly secret: string; readonly accepted: ReadonlySet<string> },
) {
  const server = createServer((received, answer) => {
    const [, given = ""] = /^Bearer (.*)$/.exec(received.headers.authorization ?? "") ?? [];
    if (!accepted.has(given)) return void answer.writeHead(401).end(JSON.stringify({ code: "wrong_secret" }));
    const passed = request({
      port: behind,
      host: "127.0.0.1",
      method: received.method,
      path: received.url,
      headers: { ...received.headers, authorization: `Bearer ${secret}` },
    });
    passed.on("response", (from) => from.pipe(answer.writeHead(from.statusCode ?? 502, from.headers)));
    passed.on("error", () => answer.destroy());
    received.pipe(passed);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return { close: () => server.close() };
}
