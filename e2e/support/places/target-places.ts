import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Response } from "@playwright/test";
import type { Environment } from "#e2e/support/target/env.ts";
import { type Account, accountOf, UNPAID_PLACES_MAX } from "./account.ts";
import { openCartSession, VISIT_COOKIE } from "./cart-session.ts";
import { createdCount, isCreatedHere } from "./created-events.ts";
import type { Journal } from "./journal.ts";
import type { Client, Needs, Places } from "./places.ts";
import { thisProcess } from "./process-identity.ts";
import { sessionName, settleSession } from "./runs.ts";

/** How long a test waits for places that other tests have reserved. */
const WAIT_MS = 90_000;
const POLL_MS = 250;

/** A browser, or a client of Playwright's `request`, that may have reserved places. */
type Watched = {
  readonly session: string;
  readCookie: () => Promise<string>;
  /** The last request for its cart, so that one follows another and the newest cookies are saved last. */
  done: Promise<void>;
  cookie: string;
};

/** Opens the places of a test at a target where other people buy too. */
export function placesOfTarget({ env, browser, context, info }: Needs, journal: Journal): Places {
  const test = `${info.testId}-${info.project.name}-${info.retry}-${info.repeatEachIndex}`;
  const watched = new Map<object, Watched>();
  const createdBefore = createdCount();
  let takes = 0;
  let isStarted = false;
  /** Whether a take of this test needs a limit. A reservation without a take needs one too. */
  let isLimited = true;
  const account = (): Account => accountOf(journal.entries(), env.paidPlacesMax);
  const liveIn = (session: string): number => account().sessions.get(session)?.live ?? 0;

  for (const one of new Set([context, ...browser.contexts()])) watchBrowser(one);
  browser.on("context", watchBrowser);

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    const { title, project, workerIndex: worker } = info;
    const file = info.titlePath[0] ?? "";
    journal.append({ entry: "test", test, title, file, project: project.name, worker, ...thisProcess() });
  }

  function watch(one: object, readCookie: () => Promise<string>): Watched {
    const known = watched.get(one);
    if (known !== undefined) return known;
    const added = { session: sessionName(test, watched.size), readCookie, done: Promise.resolve(), cookie: "" };
    watched.set(one, added);
    return added;
  }

  function watchBrowser(one: BrowserContext): void {
    if (watched.has(one)) return;
    const state = () => watch(one, () => cookieOf(one, env));
    state();
    one.on("response", (response) => {
      const path = orderPathOf(response);
      if (path !== undefined || isPost(response)) void observe(state(), path);
    });
    // A test may close a browser of its own before it ends.
    const close = one.close.bind(one);
    one.close = async (options) => {
      await observe(state());
      await close(options);
    };
  }

  const isPost = (response: Response): boolean =>
    response.url().startsWith(env.address) && response.request().method() === "POST";

  /** Returns the path of the tickets, when this is the answer that shows them. */
  function orderPathOf(response: Response): string | undefined {
    const { pathname } = new URL(response.url());
    const isOrder = response.url().startsWith(env.address) && /^\/\w+\/sales\/[^/]+$/.test(pathname);
    return isOrder && response.ok() ? pathname : undefined;
  }

  function observe(state: Watched, orderPath?: string): Promise<void> {
    // A browser that the test closes meanwhile has saved its cookies before.
    state.done = state.done.then(() => record(state, orderPath)).catch(() => {});
    return state.done;
  }

  async function record(state: Watched, orderPath: string | undefined): Promise<void> {
    const { session } = state;
    const cookie = await state.readCookie();
    const live = liveIn(session);
    if (cookie === state.cookie && (orderPath === undefined || live === 0)) return;
    const hasVisit = visitOf(cookie) !== undefined;
    if (!hasVisit && live === 0) return;
    start();
    const isChanged = visitOf(cookie) !== visitOf(state.cookie);
    if (cookie !== state.cookie) journal.saveSession({ session, cookie });
    state.cookie = cookie;
    const cart = openCartSession(env, cookie);
    const count = hasVisit ? await cart.count() : 0;
    if (count === 0 && orderPath !== undefined) return recordOrder(session, await cart.orderOn(orderPath));
    // A visit without a cart is paid, expired or being paid for: `releaseAll` finds out which.
    if (count === 0 && (hasVisit || live === 0)) return;
    if (count === live && !isChanged) return;
    journal.append({ entry: "cart", session, test, count, isLimited });
  }

  function recordOrder(session: string, number: string | undefined): void {
    journal.append({ entry: "paid", session });
    if (number !== undefined) journal.append({ entry: "order", session, number });
  }

  async function waitFor(take: string, count: number): Promise<void> {
    const begun = Date.now();
    for (;;) {
      const now = account();
      const state = now.takes.get(take)?.state;
      if (state === "granted") break;
      if (state === "over_budget") {
        const { bought } = now;
        info.skip(
          true,
          `needs ${count} places to buy: E2E_PAID_PLACES_MAX is ${env.paidPlacesMax}, ${bought} are bought`,
        );
      }
      if (Date.now() - begun > WAIT_MS) {
        journal.append({ entry: "withdrawn", take });
        throw new Error(waitedInVain(now, count));
      }
      await pause(POLL_MS);
    }
    info.setTimeout(info.timeout + Date.now() - begun);
  }

  return {
    async take(count, event) {
      if (count === 0) return;
      if (count > UNPAID_PLACES_MAX)
        throw new Error(`A test takes ${count} places at once, and a run reserves at most ${UNPAID_PLACES_MAX}.`);
      start();
      takes += 1;
      const take = `${test}/${takes}`;
      // A test that creates events reserves places of these.
      isLimited = event === undefined ? createdCount() === createdBefore : !isCreatedHere(event);
      const buys = info.tags.includes("@buys");
      const where = event === undefined ? {} : { event };
      journal.append({ entry: "take", take, test, count, ...where, isLimited, buys });
      await waitFor(take, count);
    },
    reserved: (client) =>
      client === undefined
        ? observe(watch(context, () => cookieOf(context, env)))
        : observe(watch(client, () => cookieOfClient(client, env))),
    continueIn(copy) {
      const state = watch(context, () => cookieOf(context, env));
      state.readCookie = () => cookieOf(copy, env);
      watched.set(copy, state);
    },
    paying() {
      if (isLimited && !info.tags.includes("@buys"))
        throw new Error(`“${info.title}” pays for places that are not its own: it needs the tag @buys.`);
    },
    async releaseAll() {
      browser.off("context", watchBrowser);
      const states = new Set(watched.values());
      for (const state of states) await observe(state);
      if (!isStarted) return;
      for (const { session, cookie } of states)
        if (liveIn(session) > 0) await settleSession(journal, session, openCartSession(env, cookie));
      journal.append({ entry: "end", test });
    },
  };
}

/** Returns the cookie of the visit, which changes with each reservation and extension. */
const visitOf = (cookie: string): string | undefined =>
  cookie.split("; ").find((pair) => pair.startsWith(`${VISIT_COOKIE}=`));

function waitedInVain({ sessions, takes, tests }: Account, count: number): string {
  const holders = [...sessions.values()].filter(({ live }) => live > 0).map(({ test }) => tests.get(test)?.title);
  const granted = [...takes.values()]
    .filter(({ state }) => state === "granted")
    .map(({ test }) => tests.get(test)?.title);
  const names = [...new Set([...holders, ...granted])].map((title) => `“${title}”`).join(", ");
  return `${count} places were not free after ${WAIT_MS / 1000} s: a run reserves at most ${UNPAID_PLACES_MAX}, which ${names} have.`;
}

/** Returns the cookies of a browser for the storefront, as the header `Cookie` has them. */
export async function cookieOf(context: BrowserContext, { address }: Environment): Promise<string> {
  const cookies = await context.cookies(address);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function cookieOfClient(client: Client, { address }: Environment): Promise<string> {
  const { hostname } = new URL(address);
  const { cookies } = await client.storageState();
  return cookies
    .filter(({ domain }) => domain.replace(/^\./, "") === hostname)
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}
