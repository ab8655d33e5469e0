import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, type EdgeSite, installNginx, startShippedEdge } from "#scripts/testing/edge.ts";

type Behind = {
  readonly storefront: URL;
  /** The path of the authority that signed the certificate beside it. */
  readonly ca: string;
};

/** Adds another site to the folder of the edge, before it starts. */
export type AddSite = (site: EdgeSite) => void;

/** Starts the shipped nginx in front of a storefront. `close` stops it, and removes its folder. */
export async function startBenchEdge({ storefront, ca }: Behind, add?: AddSite) {
  const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-bench-edge-")));
  const [port, plainPort] = [await freePort(0), await freePort(0)];
  const site: EdgeSite = {
    folder,
    name: "localhost",
    port,
    plainPort,
    storefronts: [Number(storefront.port), Number(storefront.port)],
    certificateFile: join(dirname(ca), "server.pem"),
    keyFile: join(dirname(ca), "server-key.pem"),
  };
  const command = installNginx(site);
  add?.(site);
  const edge = await startShippedEdge(command, site);
  return {
    url: edge.url,
    async close(): Promise<void> {
      await edge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
