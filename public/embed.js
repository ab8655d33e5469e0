// Foyer 1.2.0, see docs/embed.md
const SHOP = new URL(import.meta.url).origin;
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(`:host{display:block}[hidden]{display:none}
iframe{display:block;width:100%;border:0;height:0;visibility:hidden}
a,::slotted(a){display:inline-block;padding:.75em 1.5em;border-radius:.75em;text-decoration:none;background:var(--foyer-accent);color:#fff;color:oklch(from var(--foyer-accent) clamp(0,(.62 - l)*99,1) 0 0)}`);
const ASKED = ["date", "date-group", "types", "code", "layout", "limit", "theme", "return"];
const OTHERS = [
  "event",
  "group",
  "quantities",
  "accent",
  "lang",
  "target",
  "label",
  "min-height",
  "affiliate",
  "campaign",
  "carry",
];
const make = (tag) => document.createElement(tag);

class Foyer extends HTMLElement {
  static observedAttributes = [...ASKED, ...OTHERS];
  #root = this.attachShadow({ mode: "open" });

  connectedCallback() {
    this.#root.adoptedStyleSheets = [SHEET];
    this.#draw();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    removeEventListener("message", this);
    document.removeEventListener("securitypolicyviolation", this);
    this.#root.replaceChildren();
  }

  attributeChangedCallback() {
    if (this.#root.firstChild) this.#draw();
  }

  #get(name) {
    return this.getAttribute(name) ?? "";
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(`foyer:${type}`, { bubbles: true, detail }));
  }

  #address(path) {
    const [lang = "en"] = /^[a-z]{2}\b/i.exec(this.#get("lang") || document.documentElement.lang) ?? [];
    const url = new URL(`${SHOP}/${lang.toLowerCase()}/${path}`);
    const put = (name, value) => value && url.searchParams.set(name, value.slice(0, 200));
    const carried = this.#get("carry").split(/[\s,]+/);
    // A campaign is of one place, never a mixture.
    const campaign = this.#get("campaign");
    const own = campaign ? location.search.replace(/\butm_/g, "_") : location.search;
    for (const [name, value] of new URLSearchParams(`${own}&${campaign}`))
      if (/^(utm_\w+|ref|aff|code|[gw]braid|(g|fb|tt)clid|msclkid)$/.test(name) || carried.includes(name))
        put(name, value);
    for (const name of ASKED) put(name, this.#get(name));
    for (const [, id, count] of this.#get("quantities").matchAll(/(\d+):(\d+)/g)) put(`qty.${id}`, count);
    put("ref", this.#get("affiliate"));
    if (location.origin !== SHOP) put("embed", location.host);
    return url;
  }

  #draw() {
    this.disconnectedCallback();
    const number = (name) => /^\d{1,15}$/.exec(this.#get(name))?.[0];
    const event = number("event");
    const blank = this.#get("target") === "blank";
    const label = this.#get("label") || this.textContent.trim() || "Tickets";
    const isButton = this.localName === "foyer-button";
    this.slotted = make(isButton ? "a" : "slot");
    this.slotted.style.setProperty("--foyer-accent", this.#get("accent") || "#4f46e5");
    this.#root.append(this.slotted);
    if (isButton) {
      const href = this.#address(event ? `events/${event}` : "");
      const onclick = () => this.#tell("select", { event: Number(event) });
      const target = blank ? "_blank" : "_top";
      return Object.assign(this.slotted, { part: "button", href, target, textContent: label, onclick });
    }
    const list = number("group") ? `groups/${number("group")}` : "events";
    const path = this.localName === "foyer-events" ? list : event && `events/${event}`;
    if (!path) return this.#fail("no_event");
    const src = this.#address(`embed/${path}`);
    if (blank) src.searchParams.set("target", "blank");
    this.frame = Object.assign(make("iframe"), { src, title: label, part: "frame" });
    this.frame.onload = () => this.#wait(5e3, "blocked");
    this.#wait(2e4, "no_answer");
    addEventListener("message", this);
    document.addEventListener("securitypolicyviolation", this);
    this.#root.append(this.frame);
  }

  #wait(ms, code) {
    clearTimeout(this.timer);
    if (!this.slotted.hidden) this.timer = setTimeout(() => this.#fail(code), ms);
  }

  #fail(code) {
    clearTimeout(this.timer);
    this.slotted.hidden = false;
    this.frame?.removeAttribute("style");
    this.#tell("error", { code });
  }

  handleEvent({ type: kind, blockedURI, effectiveDirective, origin, source, data }) {
    const isMessage = kind === "message";
    if (!isMessage && blockedURI.startsWith(SHOP) && effectiveDirective === "frame-src") this.#fail("host_policy");
    if (!isMessage || origin !== SHOP || source !== this.frame.contentWindow || data?.v !== 1) return;
    const { type, detail } = data;
    const { style } = this.frame;
    if (type === "error") return this.#fail(detail.code);
    if (type === "ready") {
      clearTimeout(this.timer);
      this.slotted.hidden = true;
      style.visibility = "visible";
    } else if (type === "height") {
      const height = Math.min(2e4, Math.max(1, this.#get("min-height") | 0, detail.height | 0));
      style.height = `${height}px`;
      detail.height = height;
    } else if (type !== "select" && type !== "checkout") return;
    this.#tell(type, detail);
  }
}

// The page may listen until then.
const afterLoad = (act) => (document.readyState === "complete" ? act() : addEventListener("load", act));

function tellPaid(reference) {
  const paid = JSON.parse(atob(reference.split(".")[0].replace(/-/g, "+").replace(/_/g, "/")));
  if (paid.v !== 1 || !(Date.now() - Date.parse(paid.at) < 864e5)) return;
  try {
    if (sessionStorage[`foyer:paid:${paid.order}`]) return;
    sessionStorage[`foyer:paid:${paid.order}`] = 1;
  } catch {
    // No storage.
  }
  afterLoad(() => document.dispatchEvent(new CustomEvent("foyer:paid", { detail: { ...paid, reference } })));
}

function answerCheck(nonce) {
  const frames = new Map();
  const answer = () => {
    const elements = document.querySelectorAll("foyer-tickets,foyer-events,foyer-button").length;
    const report = { foyer: "check", v: 1, nonce, version: "1.2.0", elements, frames: [...frames.values()] };
    opener?.postMessage(report, SHOP);
  };
  const note = ({ type, target, detail, timeStamp }) => {
    frames.set(target, { event: +target.getAttribute("event"), state: type.slice(6), code: detail.code });
    if (timeStamp < 2.4e4) answer();
  };
  document.addEventListener("foyer:ready", note);
  document.addEventListener("foyer:error", note);
  answer();
  afterLoad(answer);
}

const [, check, value] = /^#foyer(-check)?=([\w.-]+)$/.exec(location.hash) ?? [];
if (value) {
  history.replaceState(history.state, "", location.href.split("#")[0]);
  try {
    (check ? answerCheck : tellPaid)(value);
  } catch {
    // Not a reference.
  }
}

for (const name of ["tickets", "events", "button"])
  customElements.get(`foyer-${name}`) ?? customElements.define(`foyer-${name}`, class extends Foyer {});
