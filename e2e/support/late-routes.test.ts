import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { Browser, Page } from "@playwright/test";
import { ignoreLateRoutes } from "./late-routes.ts";

type Handler = Parameters<Page["route"]>[1];

/** A context or page that keeps the handlers of its routes, as Playwright calls them. */
class Routed extends EventEmitter {
  readonly handlers: Handler[] = [];
  isClosed = false;
  readonly route = (_url: string, handler: Handler) => void this.handlers.push(handler);
  readonly handle = () => Promise.all(this.handlers.map((handler) => handler({} as never, {} as never)));
  close = async () => {
    this.isClosed = true;
  };
}

const fail = () => Promise.reject(new Error("route.fetch: Test ended."));

function openContext() {
  const browser = new EventEmitter();
  ignoreLateRoutes(browser as unknown as Browser);
  const [context, page] = [new Routed(), new Routed()];
  browser.emit("context", context);
  context.emit("page", page);
  for (const one of [context, page]) one.route("**/held", fail);
  return { context, page };
}

test("a route of an open context fails as Playwright says", async () => {
  const { context, page } = openContext();
  await assert.rejects(context.handle(), /Test ended/);
  await assert.rejects(page.handle(), /Test ended/);
});

test("a route that fails while its context closes fails nothing", async () => {
  const { context, page } = openContext();
  await context.close();
  assert.equal(context.isClosed, true);
  await context.handle();
  await page.handle();
});
