import { join } from "node:path";
import { buildStorefront } from "#tools/launcher/build.ts";
import { noOperatorSettings } from "#tools/launcher/settings.ts";
import { freePort } from "#tools/lib/ports.ts";
import { step } from "#tools/lib/terminal.ts";
import { openTestSandbox } from "#tools/sandbox/test-sandbox.ts";
import { browserTestEnvironment, runAndReport, SANDBOX_TIMEOUT_FACTOR, sandboxVariables } from "./browser-tests.ts";
import { joinAuthorities, newEdgeAuthority } from "./edge/authority.ts";
import { installNginx } from "./edge/nginx.ts";
import { startShippedEdge } from "./edge/shipped-edge.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { findBrowser } from "./find-browser.ts";

/**
 * `npm run e2e -- --nginx`: runs the browser tests of the sandbox behind Debian's nginx with the shipped file. Each buyer
 * has an address of its own, as behind a balancer; the rest of the file is as an installer leaves it.
 */
export const runBehindNginx: Elsewhere = async (node, signals, parameters) => {
  const browser = await findBrowser(node);
  const port = await freePort(0);
  const operator = { ...noOperatorSettings(), origin: `https://localhost:${port}` };
  const sandbox = await openTestSandbox(node, signals, { operator });
  try {
    const tls = await newEdgeAuthority(node, join(sandbox.data, "edge-tls"));
    // The worker trusts the edge as well: it asks for the content of each mail at the shop's address.
    const { NODE_EXTRA_CA_CERTS: callers } = process.env;
    const trusted = [...(callers ? [callers] : []), join(tls, "ca.pem")];
    process.env.NODE_EXTRA_CA_CERTS = joinAuthorities(trusted, join(tls, "programs.pem"));
    const prepared = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await step("Starting", () => sandbox.startAll(prepared, actionsKey));
    const listens = Number(new URL(addresses.listens).port);
    const plainPort = await freePort(0, new Set([port]));
    const site = {
      ...{ folder: join(sandbox.data, "nginx"), name: "localhost", port, plainPort },
      // The second storefront is stopped, as between two upgrades.
      storefronts: [listens, await freePort(0, new Set([port, plainPort]))] as const,
      certificateFile: join(tls, "server.pem"),
      keyFile: join(tls, "server-key.pem"),
    };
    const edge = await startShippedEdge(installNginx(site, { trustsCaller: true }), site);
    signals.alsoStop(edge.close);
    try {
      const authorities = joinAuthorities([join(tls, "ca.pem"), addresses.ca], join(tls, "trusted.pem"));
      const env = browserTestEnvironment({
        ...sandboxVariables(addresses),
        E2E_ADDRESS: edge.url,
        E2E_CA: authorities,
        NODE_EXTRA_CA_CERTS: authorities,
        E2E_BROWSER: browser,
        E2E_TIMEOUT_FACTOR: process.env.E2E_TIMEOUT_FACTOR || SANDBOX_TIMEOUT_FACTOR,
      });
      return await runAndReport(node, env, parameters);
    } finally {
      await edge.close();
    }
  } finally {
    await sandbox.close();
  }
};
