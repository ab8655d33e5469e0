import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

export const SHOP = "https://tickets.example";

type Message = { readonly origin?: string; readonly source?: unknown; readonly data?: unknown };
type Element = { connectedCallback(): void; handleEvent(event: Message & { readonly type: string }): void };
type PageEvent = { readonly type: string; readonly detail?: unknown };
type Listener = (event: PageEvent & { readonly target: object; readonly timeStamp: number }) => void;

type Page = {
  /** Where the script runs. */
  readonly address?: string;
  /** The attributes of its one element. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Whether another page opened this one. */
  readonly isOpened?: boolean;
  /** What the tab keeps; absent where the page may store nothing. */
  readonly storage?: Record<string, string> | undefined;
};

/** Runs the embed's script in a minimal page with one element. */
export function runEmbed({
  address = "https://longlight.example/tonight",
  attributes = { event: "12" },
  isOpened = false,
  storage,
}: Page = {}) {
  const { origin, host, search, hash, href } = new URL(address);
  /** The events that the page got, and what its opener got. */
  const events: PageEvent[] = [];
  let timeStamp = 0;
  const posted: { readonly message: unknown; readonly target: string }[] = [];
  const addresses = [href];
  const created: Record<string, unknown>[] = [];
  const listeners = new Map<string, Listener[]>();
  const elements = new Map<string, new () => Element>();
  const root = { adoptedStyleSheets: [], append: () => {}, replaceChildren: () => {}, firstChild: null };
  class HTMLElement {
    localName = "foyer-tickets";
    textContent = "";
    attachShadow = () => root;
    getAttribute = (name: string) => attributes[name] ?? null;
    dispatchEvent = (event: PageEvent) => {
      events.push(event);
      for (const listener of listeners.get(event.type) ?? []) listener({ ...event, target: this, timeStamp });
    };
  }
  const context = createContext({
    URL,
    URLSearchParams,
    atob,
    HTMLElement,
    setTimeout: () => 0,
    clearTimeout: () => {},
    console,
    location: { origin, host, search, hash, href },
    get sessionStorage() {
      if (storage === undefined) throw new Error("SecurityError");
      return storage;
    },
    history: { state: null, replaceState: (_state: unknown, _title: string, to: string) => addresses.push(to) },
    opener: isOpened
      ? { postMessage: (message: object, target: string) => posted.push({ message: { ...message }, target }) }
      : null,
    addEventListener: () => {},
    removeEventListener: () => {},
    CSSStyleSheet: class {
      replaceSync() {}
    },
    CustomEvent: class {
      readonly type: string;
      readonly detail: unknown;
      constructor(type: string, { detail }: { readonly detail?: unknown }) {
        this.type = type;
        this.detail = detail;
      }
    },
    customElements: {
      get: () => undefined,
      define: (name: string, kind: new () => Element) => elements.set(name, kind),
    },
    document: {
      readyState: "complete",
      documentElement: { lang: "en" },
      querySelectorAll: () => [1],
      dispatchEvent: (event: PageEvent) => events.push(event),
      addEventListener: (type: string, listener: Listener) =>
        listeners.set(type, [...(listeners.get(type) ?? []), listener]),
      removeEventListener: () => {},
      createElement: () => {
        const element = { style: { setProperty: () => {} }, contentWindow: {}, removeAttribute: () => {} };
        created.push(element);
        return element;
      },
    },
  });
  runInContext("globalThis.window = globalThis", context);
  const script = readFileSync("public/embed.js", "utf8").replaceAll("import.meta.url", `"${SHOP}/embed.js"`);
  runInContext(script, context);
  const Tickets = elements.get("foyer-tickets");
  assert.ok(Tickets);
  const element = new Tickets();
  element.connectedCallback();
  const frame = created.at(-1);
  /** Returns the types of the events that a message causes, so long after the page was opened. */
  const send = (
    { origin = SHOP, source = frame?.contentWindow, data = { v: 1, type: "ready", detail: {} } }: Message,
    afterMs = 900,
  ) => {
    events.length = 0;
    timeStamp = afterMs;
    element.handleEvent({ type: "message", origin, source, data });
    return events.map(({ type }) => type);
  };
  return { send, frame, events, posted, addresses };
}
