import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";

/**
 * Starts a forward proxy, as between a company's network and the internet. With `login`, `user:password`, it answers 407 to
 * every other caller. `connections` lists the hosts that were reached through it.
 */
async function startForwardProxy({ port = 0, login }: { readonly port?: number; readonly login?: string } = {}) {
  const connections: string[] = [];
  const expected = login && `Basic ${Buffer.from(login).toString("base64")}`;
  const isRefused = (given: string | undefined) => expected !== undefined && given !== expected;
  const challenge = { "Proxy-Authenticate": 'Basic realm="proxy"' };

  const server = createServer(({ method, url = "", headers }, outgoing) => {
    if (isRefused(headers["proxy-authorization"])) return void outgoing.writeHead(407, challenge).end();
    connections.push(new URL(url).host);
    const { "proxy-authorization": _, ...passedOn } = headers;
    request(url, { method, headers: passedOn }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    })
      .on("error", () => outgoing.writeHead(502).end())
      .end();
  });
  server.on("connect", ({ url = "", headers }, client, head) => {
    client.on("error", () => client.destroy());
    if (isRefused(headers["proxy-authorization"]))
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n',
      );
    const { hostname, port: targetPort } = new URL(`http://${url}`);
    const target = connect(Number(targetPort || 443), hostname, () => {
      connections.push(url);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    target.on("close", () => client.destroy());
    client.on("close", () => target.destroy());
  });
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connections,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs the forward proxy of the UAT rig. Prints its address once it listens. */
const { LOGIN = "" } = process.env;

const proxy = await startForwardProxy({ login: LOGIN });
console.log(proxy.url);
process.on("SIGTERM", () => process.exit(0));
