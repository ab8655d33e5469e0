import { type Answered, type Connection, openConnection, type Target } from "#test/bench/https-client.ts";

export type Asked = {
  readonly request: Buffer;
  readonly limitMs: number;
  /** Sends it over a connection of its own, as the storefront sends payments. */
  readonly isFresh?: boolean;
};

/** Sends requests as a storefront that has run for a while: over kept connections, each with one request at a time. */
export type Client = {
  /** Returns the answer, or `no_answer` when there is none within the limit: then the connection is closed. */
  readonly ask: (asked: Asked) => Promise<Answered | "no_answer">;
  readonly close: () => void;
};

const CONNECT_MS = 60_000;

/**
 * Opens a client with this number of kept connections. To open one costs client and service ten times what a refusal costs, so a client that opened one for each of
 * its buyers would measure nothing else. When all are in use, a request waits for one, within its time limit.
 */
export async function openClient(target: Target, connections: number): Promise<Client> {
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  const waiting = new Set<(connection: Connection) => void>();
  let kept = 0;

  async function connect(limitMs: number): Promise<Connection> {
    const connection = await openConnection(target, limitMs);
    open.add(connection);
    return connection;
  }

  async function takeKept(limitMs: number): Promise<Connection> {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (kept >= connections) return nextFree(limitMs);
    kept += 1;
    return connect(limitMs).catch((error: unknown) => {
      kept -= 1;
      throw error;
    });
  }

  function nextFree(limitMs: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const take = (connection: Connection) => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        reject(new Error("No connection was free in time."));
      }, limitMs);
      waiting.add(take);
    });
  }

  function giveBack(connection: Connection): void {
    const [take] = waiting;
    if (take === undefined) {
      idle.push(connection);
      return;
    }
    waiting.delete(take);
    take(connection);
  }

  function drop(connection: Connection): void {
    open.delete(connection);
    connection.close();
  }

  async function ask({ request, limitMs, isFresh = false }: Asked): Promise<Answered | "no_answer"> {
    const until = performance.now() + limitMs;
    const used = await (isFresh ? connect(limitMs) : takeKept(limitMs)).catch(() => undefined);
    if (used === undefined) return "no_answer";
    const timer = setTimeout(() => drop(used), Math.max(1, until - performance.now()));
    try {
      const answer = await used.send(request);
      if (isFresh) drop(used);
      else giveBack(used);
      return answer;
    } catch {
      drop(used);
      if (!isFresh) kept -= 1;
      return "no_answer";
    } finally {
      clearTimeout(timer);
    }
  }

  for (; kept < connections; kept += 1) idle.push(await connect(CONNECT_MS));
  return { ask, close: () => open.forEach(drop) };
}
