/**
 * Keeps one order page, with its files, for use without a network. Its scope is the address of that page, so no other
 * page has a worker. The rules are in docs/decisions/0027-*.md.
 */
const PAGE = new URL(self.registration.scope).pathname;
const COPY = `order ${PAGE}`;
/** If there is a copy, how long to wait for the page on a slow network. The wait for its files is shorter. */
const SLOW_PAGE_MS = 4_000;
const SLOW_FILE_MS = 1_500;
const FILES = ["script", "style", "font", "image"];
const FILE = /\/(?:_next\/static\/[\w./~-]+\.(?:js|css)|brand(?:\.css|\/[\w.-]+))/g;
/** Files whose address changes with their content. */
const UNCHANGING = /^\/(?:_next\/static|pictures)\//;
const FONT = /<link\b[^>]*\bhref="(\/_next\/static\/[\w./~-]+\.woff2)"/g;
const PICTURE = /<img\b[^>]*\bsrc="(\/pictures\/[\w./-]+)"/g;

/** The latest save. Saves run one after the other. */
let saving = Promise.resolve("failed");

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(openPage(event));
  else if (FILES.includes(request.destination)) event.respondWith(openFile(request));
});

self.addEventListener("message", (event) => {
  const { renderedAt = "", files = [] } = event.data;
  const done = update(renderedAt, files).catch(() => "failed");
  event.waitUntil(done.then((state) => event.ports[0].postMessage(state)));
});

/**
 * Returns the page from the network, or the copy if the network is slow or fails, or the server fails. Updates a copy but never
 * creates one: a visitor may just have removed it, and this worker keeps running until the page is closed.
 */
async function openPage(event) {
  const copy = await storedCopy();
  const fromNetwork = fetch(event.request);
  const renew = (response) => (copy !== undefined || response.status === 404 ? save(response.clone()) : undefined);
  event.waitUntil(fromNetwork.then(renew).catch(() => undefined));
  return copy === undefined ? fromNetwork : networkOrCopy(fromNetwork, copy, SLOW_PAGE_MS);
}

/** Returns a file. If its content may change under the same address, such as the brand's colours, the network comes first. */
async function openFile(request) {
  const copy = await caches.match(request.url, { cacheName: COPY, ignoreVary: true });
  if (copy && UNCHANGING.test(new URL(request.url).pathname)) return copy;
  const fromNetwork = fetch(request);
  if (copy) return networkOrCopy(fromNetwork, copy, SLOW_FILE_MS);
  return fromNetwork.catch(async () => (await otherSizeOf(request.url)) ?? Response.error());
}

function networkOrCopy(fromNetwork, copy, slowMs) {
  const usable = fromNetwork.then((response) => (response.status < 500 ? response : copy)).catch(() => copy);
  const late = new Promise((resolve) => setTimeout(resolve, slowMs, copy));
  return Promise.race([usable, late]);
}

/** Returns another size of a picture: only one is kept, which replaces the others without a network. */
async function otherSizeOf(url) {
  const copy = await caches.open(COPY);
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  const other = (await copy.keys()).find((kept) => kept.url.startsWith(folder));
  return folder.includes("/pictures/") && other ? copy.match(other) : undefined;
}

/** Returns the copy; deletes it after its end. */
async function storedCopy() {
  const copy = await caches.match(PAGE, { cacheName: COPY, ignoreVary: true });
  if (copy === undefined || Date.now() < Number(copy.headers.get("X-Copy-Until"))) return copy;
  await wipe();
  return undefined;
}

/** Saves the page, unless the copy is what the visitor sees, and the further files that the page has loaded. */
async function update(renderedAt, files) {
  await saving;
  const copy = await storedCopy();
  const isCurrent = renderedAt !== "" && (await copy?.text())?.includes(`data-rendered-at="${renderedAt}"`);
  const state = isCurrent ? "saved" : await fetch(PAGE, { cache: "no-store" }).then(save, () => "failed");
  if (state === "saved") {
    await keepFiles(files);
    await deleteOtherFiles(files);
  }
  return state;
}

function save(response) {
  saving = saving.then(() => keep(response)).catch(() => "failed");
  return saving;
}

/** Stores the files first, so that a stored page is complete. Only a page that names its end is stored. */
async function keep(response) {
  if (response.status === 404) return wipe();
  const html = response.ok && !response.redirected ? await response.text() : "";
  const [, until] = /data-copy-until="(\d+)"/.exec(html) ?? [];
  if (until === undefined) return "failed";
  await keepFiles(filesIn(html));
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Copy-Until", until);
  headers.set("X-Copy-Saved", String(Date.now()));
  const marked = html.replace("<head>", '<head><meta name="saved-copy" content="1">');
  await (await caches.open(COPY)).put(PAGE, new Response(marked, { headers }));
  return "saved";
}

/** Returns the paths of the files that a page names. */
function filesIn(html) {
  const named = [FONT, PICTURE].flatMap((pattern) => [...html.matchAll(pattern)].map(([, path]) => path));
  return [...(html.match(FILE) ?? []), ...named];
}

/** Deletes the files of earlier versions of the page. */
async function deleteOtherFiles(loaded) {
  const copy = await caches.open(COPY);
  const html = (await (await storedCopy())?.text()) ?? "";
  const wanted = new Set([PAGE, ...filesIn(html), ...loaded]);
  for (const file of await copy.keys()) if (!wanted.has(new URL(file.url).pathname)) await copy.delete(file);
}

/** Throws without a connection. A file under a hashed name is fetched once. */
async function keepFiles(paths) {
  const copy = await caches.open(COPY);
  for (const path of new Set(paths)) {
    if (UNCHANGING.test(path) && (await copy.match(path)) !== undefined) continue;
    const file = await fetch(path);
    if (file.ok) await copy.put(path, file);
  }
}

/** The order's link has ended or was replaced: nothing of it stays on the device. */
async function wipe() {
  await caches.delete(COPY);
  await self.registration.unregister();
  return "gone";
}
