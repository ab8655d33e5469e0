import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The site of a promoter who embeds the storefront. Its host differs from "localhost", so a browser treats it as cross-site. */
export type PromoterPage = {
  /** The origin that the storefront's settings allow. */
  readonly registered: string;
  /** The same pages at an origin that is not registered. */
  readonly unregistered: string;
  /** The same pages at an origin that is not registered until a manager adds it. */
  readonly addable: string;
  readonly close: () => Promise<void>;
};

export type Page = { readonly html: string; readonly headers?: Readonly<Record<string, string>> };

/** Serves pages by path on a free port. */
export async function openPromoterPage(pages: Readonly<Record<string, Page>>): Promise<PromoterPage> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://promoter").pathname];
    response.writeHead(page ? 200 : 404, { "Content-Type": "text/html; charset=utf-8", ...page?.headers });
    response.end(page ? `<!doctype html><html lang="en"><title>Promoter</title><body><main>${page.html}</main>` : "");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    registered: `http://127.0.0.1:${port}`,
    unregistered: `http://unregistered.localhost:${port}`,
    addable: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Records the events that the embed elements dispatch, as `receivedEvents`. */
export const LISTENER_SCRIPT = `<script>
window.receivedEvents = [];
for (const type of ["ready", "height", "select", "checkout", "error"])
  addEventListener("foyer:" + type, ({ detail }) => receivedEvents.push([type, detail]));
</script>`;
