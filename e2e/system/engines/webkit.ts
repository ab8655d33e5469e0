import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#scripts/lib/ports.ts";
import type { Engine } from "./engine.ts";

/** The name of an element's id in the protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** Without a GPU the browser ends by a fault of its own where a page starts one. */
const WITHOUT_VIEW_TRANSITIONS = "--features=!ViewTransitions,!CrossDocumentViewTransitions";
const TRIES = 200;
const PAUSE_MS = 50;

/** Starts WebKitGTK's own browser on a screen that nobody sees. It is driven by WebDriver over HTTP. */
export async function startWebKit(): Promise<Engine> {
  const [binary] = globSync("/usr/lib/*/webkit2gtk-4*/MiniBrowser");
  if (binary === undefined) throw new Error("WebKitGTK's MiniBrowser is missing, a part of libwebkit2gtk.");
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1000x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [display] = await Promise.race([
    once(createInterface({ input: screen.stdout }), "line"),
    once(screen, "exit").then(() => Promise.reject(new Error("Xvfb ended before it named its display."))),
  ]);
  const port = await freePort(0);
  const env = { ...process.env, DISPLAY: `:${display}` };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  const endPrograms = async () => {
    for (const program of [driver, screen]) await end(program);
  };

  async function untilItListens(): Promise<void> {
    for (let tries = 0; !(await fetch(`${address}/status`).catch(() => undefined)); tries += 1) {
      if (tries === TRIES) throw new Error("WebKitWebDriver does not listen.");
      await pause(PAUSE_MS);
    }
  }

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${address}${path}`, { method, ...sent });
    // The protocol defines this shape.
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  const browserOptions = { binary, args: ["--automation", WITHOUT_VIEW_TRANSITIONS] };
  const alwaysMatch = { "webkitgtk:browserOptions": browserOptions };
  const openSession = () => untilItListens().then(() => call("POST", "/session", { capabilities: { alwaysMatch } }));
  const session = await openSession().catch(async (error: unknown) => {
    await endPrograms();
    throw error;
  });
  const { sessionId } = session as { sessionId: string };
  const inSession = (path: string, body: unknown) => call("POST", `/session/${sessionId}${path}`, body);
  const read = (expression: string) => inSession("/execute/sync", { script: `return (${expression});`, args: [] });
  const element = async (expression: string) => {
    const { [ELEMENT]: id } = (await read(expression)) as Readonly<Record<string, string>>;
    return `/element/${id}`;
  };
  return {
    open: async (url) => {
      await inSession("/url", { url });
    },
    read,
    click: async (expression) => {
      // The protocol scrolls it to the edge, where the order bar covers it.
      await read(`${expression}.scrollIntoView({ block: "center", behavior: "instant" })`);
      await inSession(`${await element(expression)}/click`, {});
    },
    type: async (expression, text) => {
      await inSession(`${await element(expression)}/value`, { text });
    },
    close: async () => {
      await call("DELETE", `/session/${sessionId}`).catch(() => {});
      await endPrograms();
    },
  };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  program.kill();
  await ended;
}
