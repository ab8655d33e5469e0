import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SHOP = "https://tickets.example";

type Message = { readonly origin?: string; readonly source?: unknown; readonly data?: unknown };
type Element = { handleEvent(event: Message & { readonly type: string }): void };

/** Runs the embed script in a minimal page with one element. `send` returns the events that a message causes. */
function openEmbed() {
  const events: string[] = [];
  const created: Record<string, unknown>[] = [];
  const elements = new Map<string, new () => Element>();
  const root = { adoptedStyleSheets: [], append: () => {}, replaceChildren: () => {}, firstChild: null };
  class HTMLElement {
    localName = "foyer-tickets";
    textContent = "";
    attachShadow = () => root;
    getAttribute = (name: string) => (name === "event" ? "12" : null);
    dispatchEvent = ({ type }: { readonly type: string }) => events.push(type);
  }
  const context = createContext({
    URL,
    URLSearchParams,
    HTMLElement,
    setTimeout: () => 0,
    clearTimeout: () => {},
    console,
    location: { search: "" },
    addEventListener: () => {},
    removeEventListener: () => {},
    CSSStyleSheet: class {
      replaceSync() {}
    },
    CustomEvent: class {
      readonly type: string;
      constructor(type: string) {
        this.type = type;
      }
    },
    customElements: {
      get: () => undefined,
      define: (name: string, kind: new () => Element) => elements.set(name, kind),
    },
    document: {
      documentElement: { lang: "en" },
      addEventListener: () => {},
      removeEventListener: () => {},
      createElement: () => {
        const element = { style: { setProperty: () => {} }, contentWindow: {} };
        created.push(element);
        return element;
      },
    },
  });
  const script = readFileSync("public/embed.js", "utf8").replaceAll("import.meta.url", `"${SHOP}/embed.js"`);
  runInContext(script, context);
  const Tickets = elements.get("foyer-tickets");
  assert.ok(Tickets);
  const element = new Tickets() as Element & { connectedCallback(): void };
  element.connectedCallback();
  const frame = created.at(-1);
  const send = ({
    origin = SHOP,
    source = frame?.contentWindow,
    data = { v: 1, type: "ready", detail: {} },
  }: Message) => {
    events.length = 0;
    element.handleEvent({ type: "message", origin, source, data });
    return [...events];
  };
  return { send, frame };
}

test("handles messages of the shop's own frame", () => {
  const { send, frame } = openEmbed();
  assert.deepEqual(send({}), ["foyer:ready"]);
  assert.deepEqual(send({ data: { v: 1, type: "height", detail: { height: 640.5 } } }), ["foyer:height"]);
  assert.deepEqual(Object(frame?.style).height, "640px");
});

test("P22: ignores a message from another origin", () => {
  const { send, frame } = openEmbed();
  for (const origin of ["https://evil.example", "null", "", `${SHOP}.evil.example`, "http://tickets.example"])
    assert.deepEqual(send({ origin, data: { v: 1, type: "height", detail: { height: 9 } } }), [], origin);
  assert.equal(Object(frame?.style).height, undefined);
});

test("ignores a message from another window of the shop, and one of an unknown type", () => {
  const { send } = openEmbed();
  assert.deepEqual(send({ source: {} }), []);
  for (const data of [null, "ready", { type: "ready" }, { v: 2, type: "ready" }, { v: 1, type: "pay", detail: {} }])
    assert.deepEqual(send({ data }), []);
});
