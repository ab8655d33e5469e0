import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SHOP = "https://tickets.example";

type Message = { readonly origin?: string; readonly source?: unknown; readonly data?: unknown };
type Element = { handleEvent(event: Message & { readonly type: string }): void };

/** As much of a page as the script asks for, with one embed in it; what it events the page is written down. */
function embedded() {
  const events: string[] = [];
  const made: Record<string, unknown>[] = [];
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
    ...{ URL, URLSearchParams, HTMLElement, setTimeout: () => 0, clearTimeout: () => {}, console },
    ...{ location: { search: "" }, addEventListener: () => {}, removeEventListener: () => {} },
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
      ...{ addEventListener: () => {}, removeEventListener: () => {} },
      createElement: () => {
        const element = { style: { setProperty: () => {} }, contentWindow: {} };
        made.push(element);
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
  const frame = made.at(-1);
  const say = ({
    origin = SHOP,
    source = frame?.contentWindow,
    data = { v: 1, type: "ready", detail: {} },
  }: Message) => {
    events.length = 0;
    element.handleEvent({ type: "message", origin, source, data });
    return [...events];
  };
  return { say, frame };
}

test("the control: the shop's own frame is heard", () => {
  const { say, frame } = embedded();
  assert.deepEqual(say({}), ["foyer:ready"]);
  assert.deepEqual(say({ data: { v: 1, type: "height", detail: { height: 640.5 } } }), ["foyer:height"]);
  assert.deepEqual(Object(frame?.style).height, "640px");
});

test("P22: a message from another origin moves nothing", () => {
  const { say, frame } = embedded();
  for (const origin of ["https://evil.example", "null", "", `${SHOP}.evil.example`, "http://tickets.example"])
    assert.deepEqual(say({ origin, data: { v: 1, type: "height", detail: { height: 9 } } }), [], origin);
  assert.equal(Object(frame?.style).height, undefined);
});

test("nor does one from another window of the shop, or one that is of no kind we know", () => {
  const { say } = embedded();
  assert.deepEqual(say({ source: {} }), []);
  for (const data of [null, "ready", { type: "ready" }, { v: 2, type: "ready" }, { v: 1, type: "pay", detail: {} }])
    assert.deepEqual(say({ data }), []);
});
