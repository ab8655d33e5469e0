import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { codeOf } from "./fault.ts";

const TIMEOUT_MS = 5_000;

/** An answer; without one, the status is 0 and `failure` says why. */
export type Answer = { readonly status: number; readonly body: string; readonly failure?: string };

type Options = {
  /** The file of the authority to trust instead of the public ones. */
  readonly ca?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

/** Sends a GET over a connection of its own. */
export async function ask(url: string, { ca, headers = {}, timeoutMs = TIMEOUT_MS }: Options = {}): Promise<Answer> {
  const connect = { timeout: timeoutMs, ...(ca && { ca: readFileSync(ca) }) };
  const dispatcher = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers });
    return { status: statusCode, body: await body.text() };
  } catch (error) {
    return { status: 0, body: "", failure: codeOf(error) ?? String(error) };
  } finally {
    await dispatcher.destroy();
  }
}

/** Returns the HTTP status at an address, or 0 while nothing answers there. */
export async function probe(url: string, ca?: string): Promise<number> {
  return (await ask(url, { ca })).status;
}
