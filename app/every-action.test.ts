import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { replaceModules } from "#e2e/tools/replaced-modules.ts";
import { applySettings, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** What is thrown inside the next action, at the first thing that its own code asks of the framework or of its form. */
const FAULT = new Error("ENOSPC: no space left on device, write");
const next = { isSentByScript: false, willFail: false };

function failOnce(): void {
  if (!next.willFail) return;
  next.willFail = false;
  throw FAULT;
}

class FormThatFails extends FormData {
  override get(name: string) {
    failOnce();
    return super.get(name);
  }
  override getAll(name: string) {
    failOnce();
    return super.getAll(name);
  }
  override [Symbol.iterator]() {
    failOnce();
    return super[Symbol.iterator]();
  }
}

const HEADERS = new Map([
  ["origin", SETTINGS.FOYER_ORIGIN],
  ["content-type", "multipart/form-data"],
  ["x-foyer-page", "/en/cart?q=a"],
]);

class Redirect extends Error {}

/** The framework's functions that know the request, as an action calls them. */
const framework = {
  RedirectType: { push: "push", replace: "replace" },
  redirect: (address: string) => {
    throw new Redirect(address);
  },
  notFound: () => assert.fail("404"),
  unstable_rethrow: (thrown: unknown) => {
    if (thrown instanceof Redirect) throw thrown;
  },
  unstable_cache: <T>(work: T) => work,
  headers: async () => {
    failOnce();
    return {
      get: (name: string) => HEADERS.get(name) ?? null,
      // The last question of the wrapper before it calls the action's own code.
      has: (name: string) => {
        next.willFail = name === "next-action";
        return next.isSentByScript;
      },
    };
  },
  cookies: async () => {
    failOnce();
    return new Map();
  },
  refresh: () => undefined,
  NextRequest: Request,
  getServerSession: async () => {
    failOnce();
    return null;
  },
  getMessages: async () => {
    failOnce();
    return wordsOf("en");
  },
  getTranslations: async ({ namespace }: { readonly namespace: string }) => {
    failOnce();
    return (key: string) =>
      `${namespace}.${key}`.split(".").reduce<unknown>((words, part) => Object(words)[part], wordsOf("en"));
  },
};

Object.assign(globalThis, { [Symbol.for("framework")]: framework });
const MODULES = ["next/headers", "next/cache", "next/navigation", "next/server", "next-intl/server", "next-auth"];
const STUB = `export const { ${Object.keys(framework).join()} } = globalThis[Symbol.for("framework")];`;
const PROVIDER = "export default (options) => options;";

replaceModules({
  ...Object.fromEntries(MODULES.map((name) => [name, STUB])),
  "next-auth/providers/credentials": PROVIDER,
});

applySettings({ LOG_LEVEL: "alarm" });

type Action = (...given: readonly unknown[]) => Promise<unknown>;
const actions: (readonly [name: string, action: Action])[] = [];
for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }))
  if (/(^|\/)actions\.ts$/.test(file)) actions.push(...Object.entries<Action>(await import(`./${file}`)));

/** The addresses whose pages say that something went wrong. */
const SAYS_SO = /[?&](failed=(1|release)|problem=noAnswer|result=not_sent|lost=1)(&|$)/;

function send(action: Action, isSentByScript: boolean): Promise<unknown> {
  Object.assign(next, { isSentByScript, willFail: false });
  const form = new FormThatFails();
  form.set("locale", "en");
  // The action of a button has no state.
  return action.length === 1 ? action(form) : action(undefined, form);
}

test("lists every action", () => assert.ok(actions.length > 35, `${actions.length}`));

for (const [name, action] of actions) {
  test(`${name} answers a fault of ours in words without script`, async () => {
    const answer = await send(action, false).catch((thrown: unknown) => {
      if (!(thrown instanceof Redirect)) throw thrown;
      return thrown.message;
    });
    assert.equal(next.willFail, false, "nothing was thrown in it");
    if (typeof answer === "object") return assert.match((answer as { readonly message: string }).message, /\w+ \w+/);
    // The page that it stays on says what it waits for.
    if (name === "checkPayment") return assert.equal(answer, "waiting");
    assert.match(String(answer), SAYS_SO);
  });

  test(`the control: the same fault is thrown in ${name} when a script calls it, which shows it beside the form`, () =>
    assert.rejects(send(action, true), FAULT));
}
