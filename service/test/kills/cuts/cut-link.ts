import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#test/free-port.ts";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";

type Ends = {
  readonly folder: string;
  readonly port: number;
  readonly processorPort: number;
  readonly databaseUrl: string;
};

export type CutLink = Pick<CuttingProxy, "close" | "cutOpen"> & {
  readonly servicePort?: number;
  readonly processorPort?: number;
  readonly databaseUrl?: string;
};

const SOCKET = ".s.PGSQL.5432";

/** Puts a cutting proxy into one link. Returns the address by which it is reached now. */
export async function startLink(
  { link, limit }: { readonly link: "service" | "processor" | "database"; readonly limit: () => number | undefined },
  { folder, port, processorPort, databaseUrl }: Ends,
): Promise<CutLink> {
  if (link === "database") {
    const url = new URL(databaseUrl.replace("@/", "@socket/"));
    const between = join(folder, "between");
    mkdirSync(between);
    chmodSync(between, 0o700);
    const target = { path: join(url.searchParams.get("host") ?? "", SOCKET) };
    const { close, cutOpen } = await startCuttingProxy({ path: join(between, SOCKET) }, target, limit);
    url.searchParams.set("host", between);
    return { close, cutOpen, databaseUrl: url.href.replace("@socket/", "@/") };
  }
  const listens = await freePort();
  const target = { host: "127.0.0.1", port: link === "service" ? port : processorPort };
  const { close, cutOpen } = await startCuttingProxy({ port: listens, host: "127.0.0.1" }, target, limit);
  return { close, cutOpen, ...(link === "service" ? { servicePort: listens } : { processorPort: listens }) };
}
