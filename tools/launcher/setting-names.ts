/** The look of the shop, which is a part of the built pages. */
export const LOOKS: readonly string[] = [
  "BRAND_NAME",
  "BRAND_COLOUR",
  "BRAND_LOGO",
  "BRAND_LOGO_DARK",
  "BRAND_HEADER",
  "SUPPORT_EMAIL",
  "TERMS_URL",
  "PRIVACY_URL",
  "REFUND_POLICY_URL",
  "CARDS_ACCEPTED",
];

/** Settings of the storefront for a ticketing service that is not the sandbox's. */
export const REMOTE_SETTINGS: readonly string[] = [
  "TICKETING_URL",
  "TICKETING_USER",
  "TICKETING_PASSWORD",
  "TICKETING_ACCOUNT",
  "TICKETING_CA",
  "FOYER_PAYMENTS",
];

/** The settings of lib/env.ts, which checks them. A test compares the lists. */
export const STOREFRONT_SETTINGS: readonly string[] = [
  ...LOOKS,
  ...REMOTE_SETTINGS,
  "FOYER_ENVIRONMENT",
  "FOYER_ORIGIN",
  "FOYER_DATA",
  "FOYER_BUYER_FIELDS",
  "CURRENCY",
  "EMBED_ORIGINS",
  "TICKETING_READ_MS",
  "TICKETING_WRITE_MS",
  "TICKETING_PAY_MS",
  "TICKETING_MESSAGES",
  "COOKIE_KEYS",
  "LINK_KEYS",
  "NEXTAUTH_SECRET",
  "TRUSTED_HOPS",
  "DRAIN_SECONDS",
  "METRICS_HOST",
  "STOREFRONT_METRICS_PORT",
  "LOG_LEVEL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_TRACES_SAMPLER_ARG",
  "APPLE_PASS_CERT_FILE",
  "APPLE_PASS_KEY_FILE",
  "APPLE_PASS_KEY_PASSPHRASE",
  "APPLE_WWDR_FILE",
  "APPLE_PASS_TYPE",
  "APPLE_TEAM",
  "GOOGLE_WALLET_ISSUER",
  "GOOGLE_WALLET_KEY_FILE",
  "GOOD_CARD",
  "BAD_CARD",
];

/** The settings of the service that an operator of the sandbox may set. */
export const SANDBOX_SERVICE_SETTINGS: readonly string[] = [
  "DATABASE_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_BOUNCE",
  "DKIM_DOMAIN",
  "DKIM_SELECTOR",
  "DKIM_KEY_FILE",
  "HOLD_SECONDS",
  "HOLD_CEILING_SECONDS",
  "LATE_PAY_SECONDS",
  "WAITING_LIST_OFFER_SECONDS",
  "METRICS_HOST",
  "SERVICE_METRICS_PORT",
  "LOG_LEVEL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_TRACES_SAMPLER_ARG",
];

/** The settings of service/src/settings.ts, which checks them. A test compares the lists. */
export const SERVICE_SETTINGS: readonly string[] = [
  ...SANDBOX_SERVICE_SETTINGS,
  "FOYER_ENVIRONMENT",
  "HOST",
  "PORT",
  "FOYER_DATA",
  "TLS_CERT_FILE",
  "TLS_KEY_FILE",
  "PROCESSOR_URL",
  "PROCESSOR_SECRET",
  "CARD_KEY",
  "TEST_CARDS",
  "STRICT_V2",
  "DRAIN_SECONDS",
  "WORKER_METRICS_PORT",
  "MESSAGE_ORIGINS",
];

/** Settings of earlier releases that no program reads, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  TICKETING_AIRLOCK: "the storefront has the credential itself. Set TICKETING_USER and TICKETING_PASSWORD",
};
