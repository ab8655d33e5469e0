import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHIPPED = join(import.meta.dirname, "..", "deploy", "nginx", "foyer.conf");
/** One process, whose time is read. */
const MAIN = `daemon off;
master_process off;
events { worker_connections 1024; }
`;
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

export type Edge = {
  readonly url: URL;
  /** The process that answers. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly port: number;
  readonly storefront: URL;
  /** Paths of a certificate for localhost and its key. */
  readonly certificate: string;
  readonly key: string;
  /** Served at /plain: a file beside the pages of the storefront. */
  readonly plain: Buffer;
};

/** Returns whether this machine has nginx. */
export function hasNginx(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts nginx with the shipped file, with this machine's ports and folders, and one more location for a plain file. */
export async function startEdge({ port, storefront, certificate, key, plain }: Options): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-edge-"));
  const at = (name: string) => join(folder, name);
  for (const name of ["cache", "files", ...TEMPORARY]) mkdirSync(at(name));
  writeFileSync(at("files/plain"), plain);
  const site = [
    [/^server \{\n\s+listen 80;.*?^\}\n/ms, ""],
    [/^server \{\n\s+listen 443 ssl http2 default_server;.*?^\}\n/ms, ""],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl;`],
    [/\s+listen \[::\]:443 ssl http2;/, ""],
    [/server_name tickets\.example;/g, "server_name localhost;"],
    [/server 127\.0\.0\.1:4000[^;]*;/, `server ${storefront.host};`],
    [/server 127\.0\.0\.1:4010[^;]*;/, ""],
    ["/etc/foyer/tls/tickets.pem", certificate],
    ["/etc/foyer/tls/tickets-key.pem", key],
    ["/var/cache/nginx/foyer", at("cache")],
    ["/var/log/nginx/foyer.log", at("access.log")],
    ["/var/log/nginx/foyer-error.log", at("site-error.log")],
    [/ {2}location \/ \{/, `  location = /plain { alias ${at("files/plain")}; default_type text/html; }\n$&`],
  ].reduce(
    (text, [before, after]) => text.replace(before as string | RegExp, after as string),
    readFileSync(SHIPPED, "utf8"),
  );
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${at(name)};\n`).join("");
  writeFileSync(at("nginx.conf"), `${MAIN}pid ${at("pid")};\nhttp {\n${temporary}${site}}\n`);
  const parameters = ["-p", folder, "-c", at("nginx.conf"), "-e", at("error.log")];
  const nginx = spawn("nginx", parameters, { stdio: ["ignore", "ignore", "inherit"] });
  return {
    url: new URL(`https://localhost:${port}/`),
    pid: nginx.pid ?? 0,
    stop: async () => {
      nginx.kill("SIGQUIT");
      if (nginx.exitCode === null) await once(nginx, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
