import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";

/**
 * Starts a forward proxy, as between a company's network and the internet. It answers 407 to every caller without this
 * `user:password`. Returns its address with them.
 */
export async function startForwardProxy(login: string): Promise<string> {
  const isRefused = (given: string | undefined) => given !== `Basic ${Buffer.from(login).toString("base64")}`;
  const challenge = { "Proxy-Authenticate": 'Basic realm="proxy"' };

  const server = createServer(({ method, url = "", headers }, outgoing) => {
    if (isRefused(headers["proxy-authorization"])) return void outgoing.writeHead(407, challenge).end();
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
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    target.on("close", () => client.destroy());
    client.on("close", () => target.destroy());
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return `http://${login}@localhost:${(server.address() as AddressInfo).port}`;
}
