import { environmentFor, inHouse } from "./house.js";

const IPV6 = /:/;

/**
 * The storefront's whole environment: what this data folder's settings make, what the operator has set instead, and
 * what only the launcher knows. It is told the shop's own credential and no other: not the promoter's, and not the
 * processor's secret.
 */
export function storefrontEnvironment({ origin, data, settings, operator, known }) {
  const publicOrigin = operator.origin ?? origin;
  return environmentFor([], {
    FOYER_ORIGIN: publicOrigin,
    COOKIE_KEYS: settings.cookieKeys,
    LINK_KEYS: settings.linkKeys,
    NEXTAUTH_SECRET: settings.nextAuthSecret,
    // Where nothing is real, any page of this machine may try an embed.
    ...(known.FOYER_ENVIRONMENT === "sandbox" && { EMBED_ORIGINS: "http://127.0.0.1:*" }),
    ...known,
    ...operator.storefront,
    FOYER_DATA: data,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/** Starts what was built, at this port of the operator's host. It is ready once the ticketing service answers it. */
export function startStorefront(processes, { env, actionsKey, port, host = "localhost" }) {
  return processes.start({
    name: "storefront",
    parameters: [
      // "localhost" is 127.0.0.1 wherever there is one: a browser that is told either finds us.
      "--dns-result-order=ipv4first",
      inHouse("node_modules", "next", "dist", "bin", "next"),
      ...["start", "-p", String(port), "-H", host],
    ],
    env: { ...env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey },
    ready: { url: `http://${reachableAt(host)}:${port}/api/ready` },
  });
}

/** A host that stands for every address of the machine is asked at its loopback. */
function reachableAt(host) {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return IPV6.test(host) ? `[${host}]` : host;
}
