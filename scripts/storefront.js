import { environmentFor, inHouse } from "./house.js";

/** What a person may set: looks, which are drawn into static pages, money, time-outs, and what stands around it. */
export const LOOKS = ["BRAND_NAME", "BRAND_COLOUR", "BRAND_LOGO", "BRAND_LOGO_DARK", "BRAND_HEADER", "SUPPORT_EMAIL"];
const MAY_BE_SET = [
  ...LOOKS,
  ...["CURRENCY", "TRUSTED_HOPS", "EMBED_ORIGINS"],
  ...["TICKETING_READ_MS", "TICKETING_WRITE_MS", "TICKETING_PAY_MS"],
];

/**
 * The storefront's whole environment. It is told the shop's own credential and no other: not the promoter's, and not
 * the processor's secret.
 */
export function storefrontEnvironment({ origin, data, settings, environment, ticketing, cards }) {
  return environmentFor(MAY_BE_SET, {
    // Where nothing is real, any page of this machine may try an embed.
    ...(environment === "sandbox" && { EMBED_ORIGINS: process.env.EMBED_ORIGINS ?? "http://127.0.0.1:*" }),
    FOYER_ENVIRONMENT: environment,
    FOYER_ORIGIN: origin,
    FOYER_DATA: data,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    COOKIE_KEYS: settings.cookieKeys,
    NEXTAUTH_SECRET: settings.nextAuthSecret,
    NEXTAUTH_URL: origin,
    ...ticketing,
    ...cards,
  });
}

/** Starts what was built, at its public address, or behind whatever stands there. */
export function startStorefront(processes, env, actionsKey, port = new URL(env.FOYER_ORIGIN).port) {
  return processes.start({
    name: "storefront",
    parameters: [
      // "localhost" is 127.0.0.1 wherever there is one: a browser that is told either finds us.
      "--dns-result-order=ipv4first",
      inHouse("node_modules", "next", "dist", "bin", "next"),
      ...["start", "-p", String(port), "-H", "localhost"],
    ],
    env: { ...env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey },
    ready: { url: `http://localhost:${port}/api/health` },
  });
}
