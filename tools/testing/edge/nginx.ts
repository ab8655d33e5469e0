import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromRoot } from "#tools/lib/paths.ts";
import { createEnterableFolder, type EdgeCommand, type EdgeSite, install, withSite } from "./shipped-edge.ts";

/** The main file of Debian's package, which includes the shipped file. */
const MAIN_FILE = "/etc/nginx/nginx.conf";

/** Lets the tests name each buyer's address, as a balancer in front of the edge does. */
const BEHIND_BALANCER = "set_real_ip_from 127.0.0.1;\nset_real_ip_from ::1;\nreal_ip_header X-Forwarded-For;\n";

/**
 * Installs Debian's nginx with the shipped file in a scratch folder, with other names, ports and paths alone. Returns how
 * it is started. With `trustsCaller` the X-Forwarded-For of this machine names the visitor's address.
 */
export function installNginx(site: EdgeSite, { trustsCaller = false } = {}): EdgeCommand {
  const { folder, name, port, plainPort, storefronts, certificateFile, keyFile, answerSeconds = 40 } = site;
  createEnterableFolder(folder);
  const pages = createEnterableFolder(join(folder, "www"));
  const settings = createEnterableFolder(join(folder, "conf.d"));
  for (const kept of ["cache", "temporary", "log"]) mkdirSync(join(folder, kept), { recursive: true });
  install(fromRoot("deploy", "nginx", "unavailable.html"), join(pages, "unavailable.html"), []);
  install(fromRoot("deploy", "nginx", "foyer.conf"), join(settings, "foyer.conf"), [
    ["tickets.example", name],
    ["listen 80", `listen ${plainPort}`],
    ["listen [::]:80", `listen [::]:${plainPort}`],
    ["listen 443", `listen ${port}`],
    ["listen [::]:443", `listen [::]:${port}`],
    // With the usual port a browser sends no port.
    ["Host $host;", `Host $host:${port};`],
    ["https://$host$request_uri", `https://$host:${port}$request_uri`],
    ["127.0.0.1:4000", `127.0.0.1:${storefronts[0]}`],
    ["127.0.0.1:4010", `127.0.0.1:${storefronts[1]}`],
    ["/etc/foyer/tls/tickets.pem", certificateFile],
    ["/etc/foyer/tls/tickets-key.pem", keyFile],
    ["proxy_read_timeout 40s", `proxy_read_timeout ${answerSeconds}s`],
    ["/var/cache/nginx/foyer", join(folder, "cache")],
    ["/var/log/nginx", join(folder, "log")],
    ["/var/www/foyer", pages],
    // Every address that a test names may then ask for the probes.
    ...(trustsCaller ? ([["allow 127.0.0.1;", "allow all;"]] as const) : []),
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};\n`,
  );
  writeFileSync(join(settings, "scratch.conf"), [...temporary, trustsCaller ? BEHIND_BALANCER : ""].join(""));
  const main = withSite(readFileSync(MAIN_FILE, "utf8"), [
    ["/run/nginx.pid", join(folder, "nginx.pid")],
    ["/var/log/nginx", join(folder, "log")],
    ["/etc/nginx/conf.d", settings],
    ["include /etc/nginx/sites-enabled/*;", ""],
  ]);
  const file = join(folder, "nginx.conf");
  writeFileSync(file, main);
  return {
    program: "nginx",
    parameters: ["-c", file, "-e", join(folder, "log", "error.log"), "-g", "daemon off;"],
    env: {},
  };
}
