import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type Heard = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Grows with each new connection. */
  readonly connection: number;
};

type Behaviour = (response: ServerResponse, heard: Heard) => void;

/**
 * A service over real HTTPS that behaves as badly as it is told, and writes down what it heard. Its authority is made
 * for it by the reference service's own command, so that nothing here needs another tool.
 */
export async function startFixture() {
  const folder = await mkdtemp(join(tmpdir(), "foyer-fixture-"));
  const command = join(import.meta.dirname, "..", "..", "service", "setup", "certificates.ts");
  await promisify(execFile)(process.execPath, [command, folder]);
  const [key, cert] = await Promise.all(["server-key.pem", "server.pem"].map((name) => readFile(join(folder, name))));

  const heard: Heard[] = [];
  const connections = new WeakMap<object, number>();
  let connected = 0;
  let behaviour: Behaviour = answers({});

  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = await Array.fromAsync(request);
    const connection = connections.get(request.socket) ?? 0;
    const { method = "", url = "", headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8"), connection };
    heard.push(one);
    behaviour(response, one);
  });
  server.on("secureConnection", (socket) => connections.set(socket, ++connected));
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/v2`,
    ca: join(folder, "ca.pem"),
    heard,
    /** From now on, with nothing heard yet. */
    behave(next: Behaviour): void {
      heard.length = 0;
      behaviour = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function answers(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** One behaviour after the other; the last one stays. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let at = 0;
  return (response, heard) => {
    const behaviour = behaviours[Math.min(at, behaviours.length - 1)] ?? behaviours[0];
    at += 1;
    behaviour(response, heard);
  };
}

export const hangsUp: Behaviour = (response) => response.socket?.destroy();

/** It has heard, and never says anything. */
export const keepsSilent: Behaviour = () => undefined;

export const answersHalf: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"type":"SUC', () => response.socket?.destroy());
};

export const answersAPage: Behaviour = (response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome</title>");

/** Sends an endless answer until the client disconnects. */
export function floods(bytes: number): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(64 * 1024, " ");
    let sent = 0;
    const more = (): void => {
      while (sent < bytes && !response.destroyed) {
        sent += chunk.byteLength;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end("{}");
    };
    more();
  };
}
