/**
 * Keeps order pages, with their files, for use without a network, and lists them where the shop cannot be reached. Only a device
 * that has saved an order has this worker, and it answers nothing else. The rules are in docs/decisions/0036-*.md.
 */
const ORDER = /^\/\w\w\/sales\/[^/]+$/;
/** The start page and "My tickets". */
const SHOP = /^\/(?:\w\w(?:\/find-tickets(?:\/[^/]+)?)?)?$/;
/** The same addresses as patterns of the browser. */
const PATTERNS = ["/", "/:locale", "/:locale/find-tickets", "/:locale/find-tickets/:link", "/:locale/sales/:link"];
const FILES = ["script", "style", "font", "image"];
/** With these rules a browser asks the worker about these pages and about files, and about nothing else. */
const ROUTES = [
  ...PATTERNS.map((pathname) => ({
    condition: { requestMode: "navigate", requestMethod: "GET", urlPattern: { pathname } },
    source: "fetch-event",
  })),
  ...FILES.map((requestDestination) => ({ condition: { requestDestination }, source: "fetch-event" })),
  { condition: { urlPattern: { pathname: "/*" } }, source: "network" },
];

/** If there is a copy, how long to wait for the page on a slow network. The wait for its files is shorter. */
const SLOW_PAGE_MS = 4_000;
const SLOW_FILE_MS = 1_500;
const FILE = /\/(?:_next\/static\/[\w./~-]+\.(?:js|css)|brand(?:\.css|\/[\w.-]+))/g;
/** Files whose address changes with their content. */
const UNCHANGING = /^\/(?:_next\/static|pictures)\//;
const FONT = /<link\b[^>]*\bhref="(\/_next\/static\/[\w./~-]+\.woff2)"/g;
const PICTURE = /<img\b[^>]*\bsrc="(\/pictures\/[\w./-]+)"/g;

/** Each order page has the list of saved orders with itself as the only one. Browsers do not show it. */
const LIST = /<noscript\b[^>]*\bid="saved-orders"[^>]*>(.*?)<\/noscript>/s;
const ITEM = /<li\b.*<\/li>/s;
/** The list needs no script. */
const LIST_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The copies whose page or list was the answer to a page load, by the id of the page. Their files come from them as well. */
const answered = new Map();
/** Changes of the copies run one after the other. */
let working = Promise.resolve();
let isRouted = false;

const nameOf = (page) => `order ${page}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const routed = event.addRoutes?.(ROUTES).then(
    () => {
      isRouted = true;
    },
    () => undefined,
  );
  event.waitUntil(Promise.resolve(routed));
});

// Without rules, every page that the worker does not answer would be asked for twice.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.[isRouted ? "enable" : "disable"]())),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.destination === "document") {
    if (ORDER.test(pathname)) event.respondWith(openOrder(event, pathname));
    else if (SHOP.test(pathname)) event.respondWith(openShop(event));
  } else if (FILES.includes(request.destination)) {
    const copy = copyBehind(event);
    if (copy !== undefined) event.respondWith(openFile(request, copy));
  }
});

self.addEventListener("message", (event) => {
  // A page of an earlier version names no page: its worker has no other.
  const { page = new URL(self.registration.scope).pathname, renderedAt = "", files = [] } = event.data;
  const done = inTurn(() => update(page, renderedAt, files)).catch(() => "failed");
  event.waitUntil(done.then((state) => event.ports[0].postMessage(state)));
});

/**
 * Returns the page from the network, or its copy if the network is slow or fails, or the server fails. Updates a copy but never
 * creates one: a visitor may just have removed it, and this worker keeps running until the page is closed.
 */
async function openOrder(event, page) {
  const copy = await storedCopy(page).catch(() => undefined);
  if (copy === undefined) return openShop(event);
  const network = fromNetwork(event);
  const renewed = network.then((response) => {
    const again = response.clone();
    return inTurn(async () => (await storedCopy(page)) && keep(page, again));
  });
  event.waitUntil(renewed.catch(() => undefined));
  const response = await inTime(network, SLOW_PAGE_MS);
  if (response !== undefined) return response;
  answered.set(event.resultingClientId, nameOf(page));
  return copy;
}

/** Returns a page that has no copy from the network, however slow it is, or the list if the network fails. */
function openShop(event) {
  const network = fromNetwork(event);
  event.waitUntil(network.then(() => inTurn(endIfUnused)).catch(() => undefined));
  return network.catch(async (failure) => {
    const list = await listFor(event).catch(() => undefined);
    if (list === undefined) throw failure;
    return list;
  });
}

/** Returns the browser's own request for the page, if it was sent while this worker started, or sends one. */
async function fromNetwork({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}

/** Returns a response; `undefined` if the network is slow or fails, or the server fails. */
async function inTime(network, slowMs) {
  let clock;
  const late = new Promise((resolve) => {
    clock = setTimeout(resolve, slowMs);
  });
  const response = await Promise.race([network.catch(() => undefined), late]);
  clearTimeout(clock);
  return response?.status >= 500 ? undefined : response;
}

/** Returns the name of the copy that has the files of a page: of the list, or of an order page. */
function copyBehind({ clientId, request: { referrer } }) {
  const path = referrer.startsWith(`${location.origin}/`) ? new URL(referrer).pathname : "";
  return answered.get(clientId) ?? (ORDER.test(path) ? nameOf(path) : undefined);
}

/** Returns a file. If its content may change under the same address, such as the brand's colours, the network comes first. */
async function openFile(request, cacheName) {
  const copy = await caches.match(request.url, { cacheName, ignoreVary: true }).catch(() => undefined);
  if (copy && UNCHANGING.test(new URL(request.url).pathname)) return copy;
  const network = fetch(request);
  if (copy) return (await inTime(network, SLOW_FILE_MS)) ?? copy;
  return network.catch(async () => (await otherSizeOf(request.url, cacheName)) ?? Response.error());
}

/** Returns another size of a picture: only one is kept, which replaces the others without a network. */
async function otherSizeOf(url, cacheName) {
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  if (!folder.includes("/pictures/") || !(await caches.has(cacheName))) return undefined;
  const copy = await caches.open(cacheName);
  const other = (await copy.keys()).find((kept) => kept.url.startsWith(folder));
  return other && copy.match(other);
}

/** Returns the list of all saved orders, as a page in the language of the address if one is saved in it; `undefined` without any. */
async function listFor(event) {
  const language = new URL(event.request.url).pathname.slice(1, 3) || navigator.language.slice(0, 2);
  const isSpoken = ({ page }) => page.startsWith(`/${language}/`);
  const pages = await Promise.all((await liveCopies()).map(readList));
  const listed = pages
    .filter(({ list }) => list !== undefined)
    .sort((a, b) => isSpoken(b) - isSpoken(a) || b.savedAt - a.savedAt);
  const [shown] = listed;
  if (shown === undefined) return undefined;
  const content = shown.list.replace(ITEM, () => itemsOf(listed).join(""));
  const [, title] = /<h1\b[^>]*>([^<]*)/.exec(content) ?? [];
  const html = shown.html
    .replace(/<(script|nav|footer)\b.*?<\/\1>/gs, "")
    .replace(/<link\b[^>]*(?:\bas="script"|\brel="manifest")[^>]*>/g, "")
    .replace(/(<title>)[^<]*/, (_, start) => start + title)
    .replace(/(<main\b[^>]*>).*(?=<\/main>)/s, (_, start) => start + content);
  const headers = new Headers(shown.headers);
  headers.delete("Link");
  headers.set("Content-Security-Policy", LIST_POLICY);
  answered.set(event.resultingClientId, nameOf(shown.page));
  return new Response(html, { headers });
}

/** Returns a copy with its list of one order, which copies of an earlier version do not have. */
async function readList({ page, copy }) {
  const html = await copy.text();
  const { headers } = copy;
  return { page, html, headers, savedAt: Number(headers.get("X-Copy-Saved")), list: LIST.exec(html)?.[1] };
}

/** Returns the rows of the orders, the earliest first. Of several links to the same tickets the first counts. */
function itemsOf(listed) {
  const items = new Map();
  for (const { list } of listed) {
    const [item = ""] = ITEM.exec(list) ?? [];
    const [, tickets] = /\bdata-tickets="([^"]*)"/.exec(item) ?? [];
    if (!items.has(tickets)) items.set(tickets, item);
  }
  const startOf = (item) => Number(/\bdata-starts="(\d*)"/.exec(item)?.[1]);
  return [...items.values()].sort((a, b) => startOf(a) - startOf(b));
}

/** Returns the copies that have not ended. */
async function liveCopies() {
  const pages = (await caches.keys()).flatMap((name) =>
    name.startsWith("order /") ? name.slice("order ".length) : [],
  );
  const copies = await Promise.all(pages.map(async (page) => ({ page, copy: await storedCopy(page) })));
  return copies.filter(({ copy }) => copy !== undefined);
}

/** Returns the copy of a page; deletes it after its end. */
async function storedCopy(page) {
  const copy = await caches.match(page, { cacheName: nameOf(page), ignoreVary: true });
  if (copy === undefined || Date.now() < Number(copy.headers.get("X-Copy-Until"))) return copy;
  await caches.delete(nameOf(page));
  return undefined;
}

function inTurn(job) {
  const done = working.then(job);
  working = done.catch(() => undefined);
  return done;
}

/** Saves the page, unless the copy is what the visitor sees, and the further files that the page has loaded. */
async function update(page, renderedAt, files) {
  const copy = await storedCopy(page);
  const isCurrent = renderedAt !== "" && (await copy?.text())?.includes(`data-rendered-at="${renderedAt}"`);
  const state = isCurrent ? "saved" : await saveAgain(page);
  if (state === "saved") {
    await keepFiles(page, files);
    await deleteOtherFiles(page, files);
    const others = await Promise.all((await liveCopies()).map(readList));
    for (const other of others) if (other.list === undefined) await saveAgain(other.page);
  }
  return state;
}

function saveAgain(page) {
  return fetch(page, { cache: "no-store" })
    .then((response) => keep(page, response))
    .catch(() => "failed");
}

/** Stores the files first, so that a stored page is complete. Only a page that names its end is stored. */
async function keep(page, response) {
  if (response.status === 404) return wipe(page);
  const html = response.ok && !response.redirected ? await response.text() : "";
  const [, until] = /data-copy-until="(\d+)"/.exec(html) ?? [];
  if (until === undefined) return "failed";
  await keepFiles(page, filesIn(html));
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Copy-Until", until);
  headers.set("X-Copy-Saved", String(Date.now()));
  const marked = html.replace("<head>", '<head><meta name="saved-copy" content="1">');
  await (await caches.open(nameOf(page))).put(page, new Response(marked, { headers }));
  return "saved";
}

/** Returns the paths of the files that a page names. */
function filesIn(html) {
  const named = [FONT, PICTURE].flatMap((pattern) => [...html.matchAll(pattern)].map(([, path]) => path));
  return [...(html.match(FILE) ?? []), ...named];
}

/** Deletes the files of earlier versions of the page. */
async function deleteOtherFiles(page, loaded) {
  const copy = await caches.open(nameOf(page));
  const html = (await (await storedCopy(page))?.text()) ?? "";
  const wanted = new Set([page, ...filesIn(html), ...loaded]);
  for (const file of await copy.keys()) if (!wanted.has(new URL(file.url).pathname)) await copy.delete(file);
}

/** Throws without a connection. A file under a hashed name is fetched once. */
async function keepFiles(page, paths) {
  const copy = await caches.open(nameOf(page));
  for (const path of new Set(paths)) {
    if (UNCHANGING.test(path) && (await copy.match(path)) !== undefined) continue;
    const file = await fetch(path);
    if (file.ok) await copy.put(path, file);
  }
}

/** The order's link has ended or was replaced: nothing of it stays on the device. */
async function wipe(page) {
  await caches.delete(nameOf(page));
  await endIfUnused();
  return "gone";
}

/** Without a saved order, the device has no worker. */
async function endIfUnused() {
  if ((await liveCopies()).length === 0) await self.registration.unregister();
}
