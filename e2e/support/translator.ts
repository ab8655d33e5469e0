import { type BrowserContext, expect, type Page } from "@playwright/test";

/** After a change of the page, so long until its words are replaced. */
const DELAY_MS = 500;

/** What the script of the translator leaves on a page's window. */
type TranslatedWindow = typeof globalThis & { readonly isTranslated?: () => boolean };

/** A browser that translates every page, and what went wrong on them. */
export type Translator = {
  /** Waits until the page is translated, and expects no fault. */
  readonly done: (page: Page) => Promise<void>;
  /** Uncaught errors, errors on the console, and texts that stayed as they were although the page changed them. */
  readonly faults: readonly string[];
};

/**
 * Translates every page of a browser as its translators do: half a second after each change every text node is replaced by a new one
 * inside `font` elements. The words stay the same, so that tests find elements by them. A request that writes waits until what the
 * page shows meanwhile is translated too, as on a slow line.
 */
export async function translatePages(context: BrowserContext): Promise<Translator> {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(`${error.error()}`));
  context.on("console", (message) => {
    // An answer such as 404 is no fault of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(`${message.text()} at ${message.location().url}`);
  });
  await context.addInitScript(translate, DELAY_MS);
  return {
    faults,
    done: async (page) => {
      await untilTranslated(page);
      expect(faults).toEqual([]);
    },
  };
}

/** Waits until every text on a page is the translator's. */
export async function untilTranslated(page: Page): Promise<void> {
  const isTranslated = () => page.evaluate(() => (window as TranslatedWindow).isTranslated?.());
  // A page that is left meanwhile answers nothing. Asked once a second, a page with a timer would always have just changed.
  await expect.poll(() => isTranslated().catch(() => false), { intervals: [100] }).toBe(true);
}

/** Runs in the page. */
function translate(delayMs: number): void {
  const UNTRANSLATED = "font, head, script, style, noscript, template, textarea, svg, [translate=no]";
  const replaced = new Map<Text, { readonly words: string; readonly shown: Element }>();
  const sleep = () => new Promise((resolve) => setTimeout(resolve, delayMs));
  const observer = new MutationObserver(passLater);
  let isDue = false;

  function passLater(): void {
    if (!isDue) setTimeout(pass, delayMs);
    isDue = true;
  }

  function pass(): void {
    isDue = false;
    for (const [node, { words, shown }] of replaced) {
      if (shown.isConnected && (node.data !== words || node.isConnected))
        console.error(`“${shown.textContent}” stayed on the page, which wants “${node.data}”`);
      if (!shown.isConnected) replaced.delete(node);
    }
    if (isHydrated()) for (const node of untranslated()) replace(node);
    else passLater();
    observer.takeRecords();
  }

  function replace(node: Text): void {
    const shown = document.createElement("font");
    shown.append(document.createElement("font"));
    shown.firstElementChild?.append(node.data);
    replaced.set(node, { words: node.data, shown });
    node.replaceWith(shown);
    // React may still change the node, although nobody sees it any more.
    observer.observe(node, { characterData: true });
  }

  function untranslated(): readonly Text[] {
    const found: Text[] = [];
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      if (node instanceof Text && node.data.trim() !== "" && !node.parentElement?.closest(UNTRANSLATED))
        found.push(node);
    return found;
  }

  /** Before React has taken over the page, it would replace a page that is not as the server rendered it. */
  function isHydrated(): boolean {
    const [key] = Object.keys(document).filter((name) => name.startsWith("__reactContainer$"));
    const root = key && (document as unknown as Record<string, { stateNode: Root }>)[key];
    return !!root && !root.stateNode.current.memoizedState.isDehydrated;
  }

  const isTranslated = () => !isDue && isHydrated() && untranslated().length === 0;
  Object.assign(window, { isTranslated });

  const { fetch } = window;
  window.fetch = async (...request) => {
    if (request[1]?.method === "POST") {
      await sleep();
      while (!isTranslated()) await sleep();
    }
    return fetch(...request);
  };

  document.addEventListener("DOMContentLoaded", () => {
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    passLater();
  });
}

type Root = { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } };
