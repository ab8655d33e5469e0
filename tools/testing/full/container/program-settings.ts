import { randomBytes } from "node:crypto";

const newSecret = () => randomBytes(32).toString("base64url");

type Given = {
  readonly web: number;
  readonly service: number;
  readonly actionsKey: string;
  readonly databaseUrl: string;
  readonly looks: Readonly<Record<string, string>>;
};

/** Returns the settings of each container, as docs/deploy.md has them. */
export function settingsOfContainers({ web, service, actionsKey, databaseUrl, looks }: Given) {
  const credential = { TICKETING_USER: "shop", TICKETING_PASSWORD: newSecret() };
  const production = { FOYER_ENVIRONMENT: "production" };
  const ofService = {
    ...{ ...production, PORT: String(service), DATABASE_URL: databaseUrl, CARD_KEY: newSecret() },
    ...{ PROCESSOR_URL: "https://processor.example", PROCESSOR_SECRET: newSecret() },
  };
  const ticketing = {
    ...{ TICKETING_URL: `https://localhost:${service}/v2`, TICKETING_ACCOUNT: "1" },
    ...{ ...credential, TICKETING_CA: "/var/lib/foyer/tls/ca.pem" },
  };
  return {
    setup: {
      ...{ ...ofService, SEED: "empty", SHOP_PASSWORD: credential.TICKETING_PASSWORD },
      ...{ PROMOTER_PASSWORD: newSecret(), OTHER_PROMOTER_PASSWORD: newSecret() },
    },
    service: ofService,
    worker: ofService,
    storefront: {
      ...{ ...production, ...ticketing, ...looks, FOYER_ORIGIN: "https://tickets.example", TRUSTED_HOPS: "1" },
      ...{ FOYER_PORT: String(web), NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey },
      ...{ COOKIE_KEYS: newSecret(), LINK_KEYS: newSecret(), NEXTAUTH_SECRET: newSecret() },
    },
  };
}
