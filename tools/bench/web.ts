import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { load } from "#test/tools/visitor.ts";

const START_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const CONNECTIONS = 16;

/** Polls until a server that has just started answers. */
export async function untilAnswered(url: URL, isGone: () => boolean = () => false): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && !isGone()) {
    const page = await load(url).catch(() => undefined);
    if (page?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error(`${url} does not answer.`);
}

/** Requests a page this many times over a few keep-alive connections. `ca` is the authority of an https address. */
export async function view(url: URL, views: number, ca?: Buffer): Promise<void> {
  const options = { keepAlive: true, maxSockets: CONNECTIONS };
  const agent = url.protocol === "https:" ? new SecureAgent({ ...options, ...(ca && { ca }) }) : new Agent(options);
  let left = views;
  const browse = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await load(url, { agent });
      if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, browse));
  agent.destroy();
}
