import { join } from "node:path";
import { fromRoot } from "#scripts/lib/files.ts";
import { createEnterableFolder, type EdgeCommand, type EdgeSite, install } from "#scripts/testing/edge.ts";

/** Installs Caddy with the shipped file in a scratch folder, with a certificate of its own. Returns how it is started. */
export function installCaddy(site: EdgeSite): EdgeCommand {
  const { folder, name, port, plainPort, storefronts, answerSeconds = 40, readSeconds = 12 } = site;
  const { isTestSystem, ...tls } = site;
  createEnterableFolder(folder);
  const pages = createEnterableFolder(join(folder, "www"));
  install(fromRoot("deploy", "nginx", "unavailable.html"), join(pages, "unavailable.html"), []);
  const address = "{$SHOP_NAME:tickets.example} {\n";
  const file = install(fromRoot("deploy", "caddy", "Caddyfile"), join(folder, "Caddyfile"), [
    // Without a control port, which another Caddy of this machine may have.
    ["\tservers {\n", `\tadmin off\n\thttp_port ${plainPort}\n\tservers {\n`],
    [address, `${address}\ttls ${tls.certificateFile} ${tls.keyFile}\n`],
    ["import storefront * 40s", `import storefront * ${answerSeconds}s`],
    ["import storefront @reads 12s", `import storefront @reads ${readSeconds}s`],
    ["\n:443 {", `\n:${port} {`],
    ["/var/www/foyer", pages],
    ["/var/log/caddy", join(folder, "log")],
  ]);
  return {
    program: "caddy",
    parameters: ["run", "--config", file, "--adapter", "caddyfile"],
    env: {
      SHOP_NAME: `${name}:${port}`,
      STOREFRONTS: storefronts.map((storefront) => `127.0.0.1:${storefront}`).join(" "),
      ...(isTestSystem && { FOYER_ENVIRONMENT: "uat" }),
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CONFIG_HOME: join(folder, "config"),
    },
  };
}
