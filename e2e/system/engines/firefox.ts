import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Engine } from "./engine.ts";

const LISTENS = /^WebDriver BiDi listening on (\S+)/;

/** A value of the page as the protocol writes it. One that is no text, number or truth value has no `value`. */
type PageValue = { readonly value?: unknown; readonly sharedId?: string };
type Evaluation = { readonly result?: PageValue; readonly exceptionDetails?: { readonly text: string } };

/** Starts Debian's Firefox without a window. It is driven by WebDriver BiDi over a socket of its own. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "foyer-firefox-"));
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = spawn("firefox-esr", options, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(browser, "exit");
  process.once("exit", () => browser.kill());
  const address = await addressIn(createInterface({ input: browser.stderr }));
  const { call, close } = await openSocket(`${address}/session`);

  await call("session.new", { capabilities: {} });
  const { context } = (await call("browsingContext.create", { type: "tab" })) as { context: string };
  async function evaluate(expression: string): Promise<PageValue> {
    const asked = { expression: `(${expression})`, target: { context }, awaitPromise: true };
    const { result = {}, exceptionDetails } = (await call("script.evaluate", asked)) as Evaluation;
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result;
  }
  const act = (actions: object) => call("input.performActions", { context, actions: [actions] });

  async function click(expression: string): Promise<void> {
    await evaluate(`${expression}.scrollIntoView({ block: "center", behavior: "instant" })`);
    const { sharedId } = await evaluate(expression);
    const toMiddle = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } };
    const press = [toMiddle, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await act({ type: "pointer", id: "mouse", actions: press });
  }

  return {
    open: async (url) => {
      await call("browsingContext.navigate", { context, url, wait: "complete" });
    },
    read: async (expression) => (await evaluate(expression)).value,
    click,
    type: async (expression, text) => {
      await evaluate(`${expression}.focus()`);
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act({ type: "key", id: "keyboard", actions: keys });
    },
    close: async () => {
      close();
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = LISTENS.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("Firefox ended before it listened.");
}

/** Opens a socket of the protocol: each command has an id, which its answer repeats. Events have none. */
async function openSocket(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    if (type === "error") waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has ended."));
  });
  await once(socket, "open");

  let sent = 0;
  function call(method: string, params: object): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    sent += 1;
    waiting.set(sent, answer);
    socket.send(JSON.stringify({ id: sent, method, params }));
    return answer.promise;
  }
  return { call, close: () => socket.close() };
}
