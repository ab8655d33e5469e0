/** The copies of order pages that a worker keeps on the device. Every function needs a browser. */

const WORKER = "/order-worker.js";
/** A worker of an earlier version had the address of one order page as its scope. */
const EARLIER_SCOPE = /\/\w\w\/sales\/[^/]+$/;
/** The names that the worker gives its caches. */
const COPY = /^order \/(\w\w\/sales\/[^/]+)$/;
/** The key in the local storage of a device that keeps no copies. It names no order. */
const OPTED_OUT = "no-order-copies";
/** More orders than one person goes to at a time. */
const COPIES_MAX = 10;
/** Each list or message has a different link to an order, and each opened link its own copy. The newest copies are kept. */
const COPIES_OF_ORDER_MAX = 3;
/** How long to wait for the worker's result. */
const ANSWER_MS = 60_000;

/** What happened to the copy; `gone`: the link has ended, and its copy was deleted. */
export type CopyResult = "saved" | "failed" | "gone";

/** Returns whether the browser can keep copies: it needs https, and a private window may have no workers. */
export function canKeepCopies(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

/** Returns whether the visitor has removed the copies from this device. */
export function areCopiesRefused(): boolean {
  try {
    return localStorage.getItem(OPTED_OUT) !== null;
  } catch {
    return false;
  }
}

/** Saves the page as it was rendered at `renderedAt`, in milliseconds; without it, as the server renders it now. */
export async function saveCopy(renderedAt?: number): Promise<CopyResult> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
  const worker = registration.active ?? (await activated(registration));
  await unregister((scope) => EARLIER_SCOPE.test(scope));
  const answer = new Promise<CopyResult>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, ANSWER_MS, "failed");
    const page = window.location.pathname;
    worker.postMessage({ page, renderedAt: String(renderedAt ?? ""), files: loadedFonts() }, [port2]);
  });
  return answer;
}

/** Deletes every copy on this device with the worker, and keeps none until `allowCopies`. */
export async function refuseCopies(): Promise<void> {
  localStorage.setItem(OPTED_OUT, "1");
  for (const path of await copiedPages()) await deleteCopy(path);
  await unregister((scope) => scope === `${window.location.origin}/` || EARLIER_SCOPE.test(scope));
}

export function allowCopies(): void {
  localStorage.removeItem(OPTED_OUT);
}

/** Deletes the copies that have ended, those of replaced links of this order, and all but the newest of the others. */
export async function deleteOldCopies(order: string): Promise<void> {
  const shown = window.location.pathname.slice(1);
  const copies = await Promise.all((await copiedPages()).filter((path) => path !== shown).map(readCopy));
  const perOrder = new Map([[order, 1]]);
  let kept = 1;
  for (const copy of copies.toSorted((a, b) => b.savedAt - a.savedAt)) {
    const ofOrder = perOrder.get(copy.order) ?? 0;
    const isOld = Date.now() > copy.until || ofOrder === COPIES_OF_ORDER_MAX || kept === COPIES_MAX;
    if (isOld || (copy.order === order && (await isNotFound(copy.path)))) {
      await deleteCopy(copy.path);
      continue;
    }
    perOrder.set(copy.order, ofOrder + 1);
    kept += 1;
  }
}

async function readCopy(path: string) {
  const copy = await (await caches.open(`order /${path}`)).match(`/${path}`);
  const [, order = ""] = /data-order="([^"]*)"/.exec((await copy?.text()) ?? "") ?? [];
  const instant = (name: string) => Number(copy?.headers.get(name) ?? 0);
  return { path, order, until: instant("X-Copy-Until"), savedAt: instant("X-Copy-Saved") };
}

/** Returns the paths of the pages, without the slash at the start. */
async function copiedPages(): Promise<readonly string[]> {
  return (await caches.keys()).flatMap((name) => COPY.exec(name)?.[1] ?? []);
}

async function deleteCopy(path: string): Promise<void> {
  await caches.delete(`order /${path}`);
}

async function unregister(isMeant: (scope: string) => boolean): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.filter(({ scope }) => isMeant(scope)).map((one) => one.unregister()));
}

async function isNotFound(path: string): Promise<boolean> {
  const answer = await fetch(`/${path}`, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.status === 404;
}

/** Returns the fonts that this page has loaded, which its HTML does not all name. */
function loadedFonts(): readonly string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const fonts = loaded.filter(({ origin, pathname }) => {
    return origin === window.location.origin && pathname.endsWith(".woff2");
  });
  return fonts.map(({ pathname }) => pathname);
}

/** Returns the worker of a new registration as soon as it runs. */
function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  return new Promise((resolve, reject) => {
    const worker = registration.installing ?? registration.waiting;
    const look = () => {
      if (worker?.state === "activated") resolve(worker);
      if (worker === null || worker.state === "redundant") reject(new Error("The worker was not installed."));
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}
