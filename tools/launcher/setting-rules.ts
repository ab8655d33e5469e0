import { isAbsolute } from "node:path";

/** With the sandbox's service, or with another one (TICKETING_URL). */
export type Mode = "sandbox" | "remote";
/** The program that reads a setting; `build` stands for the storefront's build, which its server reads again, and `both` for storefront and service. */
export type Reader = "launcher" | "build" | "storefront" | "service" | "both";

/** A check of a value, and the predicate of the error message: "must be …". */
type Rule = { readonly fits: (value: string) => boolean; readonly says: string };

type SettingRule = {
  readonly where: readonly Mode[];
  readonly reader: Reader;
  readonly must: Rule;
  /** A further check in the sandbox. */
  readonly inSandbox?: Rule;
};

const BOTH: readonly Mode[] = ["sandbox", "remote"];
const SANDBOX: readonly Mode[] = ["sandbox"];
const REMOTE: readonly Mode[] = ["remote"];

const matching = (pattern: RegExp, says: string): Rule => ({ fits: (value) => pattern.test(value), says });
const oneOf = (...values: readonly string[]): Rule => ({
  fits: (value) => values.includes(value),
  says: `must be ${values.join(" or ")}`,
});
/** Values separated by spaces. */
const listOf = (...values: readonly string[]): Rule => ({
  fits: (value) =>
    value
      .split(/\s+/)
      .filter(Boolean)
      .every((one) => values.includes(one)),
  says: `must be a list of ${values.join(", ")}, separated by spaces`,
});
const within = (least: number, most: number, unit: string): Rule => ({
  fits: (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most,
  says: `must be ${unit} from ${least} to ${most}`,
});
const port = within(0, 65_535, "a port number");
const milliseconds = within(1, 999_999_999, "milliseconds");
const seconds = within(1, 86_400, "seconds");
const text: Rule = { fits: () => true, says: "is text" };
const file: Rule = { fits: isAbsolute, says: "must be an absolute path" };
const address = (protocols: readonly string[]): Rule => ({
  fits: (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol) && !value.includes("@"),
  says: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
});
/** An unescaped # / ? or @ in the password makes the address unparsable, or moves a part of it behind the host. */
const databaseAddress: Rule = {
  fits: (value) => {
    const withHost = value.replace("@/", "@localhost/");
    if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(withHost)) return false;
    const { username, pathname, hash } = new URL(withHost);
    return hash === "" && !pathname.includes("@") && (username !== "" || !value.includes("@"));
  },
  says: "must begin with postgres://, with # / ? @ in the password written as %23 %2F %3F %40",
};
const origin: Rule = {
  fits: (value) => URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value,
  says: "must be an origin alone, such as https://tickets.example",
};
/** The user and password are a part of it, so an unescaped @ / ? or # in them is refused. */
const mailServer: Rule = {
  fits: (value) => {
    if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
    const { hostname, pathname, search, hash } = new URL(value);
    return hostname !== "" && value.split("@").length < 3 && /^\/?$/.test(pathname) && search === "" && hash === "";
  },
  says: "must be smtp:// or smtps:// with a host, with # / ? @ in the password written as %23 %2F %3F %40",
};
const mailAddress = matching(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/, "must be an email address");
const mailbox = matching(
  /^([^<>"\r\n]* <[^\s@<>,;:"]+@[^\s@<>,;:"]+>|[^\s@<>,;:"]+@[^\s@<>,;:"]+)$/,
  "must be an email address, or a name and an address: The Playhouse <tickets@playhouse.example>",
);
const testCard = matching(/^4111 ?1111 ?1111 ?1\d{3}$/, "must be a card of the sandbox's list in docs/qa.md");
const keys = matching(
  /^[\w-]{43}=?(\s*,\s*[\w-]{43}=?)*$/,
  "must be keys of 32 bytes in base64url, with commas between them",
);
const password = matching(/^.{8,200}$/, "must have 8 to 200 characters");

/** Settings of earlier releases that no program reads, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  TICKETING_AIRLOCK: "the storefront has the credential itself. Set TICKETING_USER and TICKETING_PASSWORD",
};

/**
 * Every setting that README.md documents for `npm start`: the modes it applies to, the program that reads it, and its
 * format. A setting is passed on unchanged, or refused by its name.
 */
export const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  FOYER_ENVIRONMENT: {
    where: BOTH,
    reader: "storefront",
    must: oneOf("sandbox", "uat", "production"),
    inSandbox: { ...oneOf("sandbox"), says: "is sandbox unless TICKETING_URL names another ticketing service" },
  },
  FOYER_PAYMENTS: { where: REMOTE, reader: "storefront", must: oneOf("fake", "live") },
  FOYER_ORIGIN: { where: BOTH, reader: "storefront", must: origin },
  FOYER_HOST: { where: BOTH, reader: "launcher", must: matching(/^[\w.:-]+$/, "must be a host name or an address") },
  FOYER_DATA: { where: BOTH, reader: "launcher", must: text },
  FOYER_PORT: { where: BOTH, reader: "launcher", must: port },
  FOYER_SERVICE_PORT: { where: SANDBOX, reader: "launcher", must: port },
  FOYER_PROCESSOR_PORT: { where: SANDBOX, reader: "launcher", must: port },
  FOYER_MAIL_PORT: { where: SANDBOX, reader: "launcher", must: port },
  FOYER_DEMO: { where: SANDBOX, reader: "launcher", must: oneOf("0", "1") },
  DATABASE_URL: {
    where: SANDBOX,
    reader: "service",
    must: databaseAddress,
  },
  SHOP_PASSWORD: { where: SANDBOX, reader: "launcher", must: password },
  PROMOTER_PASSWORD: { where: SANDBOX, reader: "launcher", must: password },
  SMTP_URL: { where: SANDBOX, reader: "service", must: mailServer },
  MAIL_FROM: { where: SANDBOX, reader: "service", must: mailbox },
  MAIL_BOUNCE: { where: SANDBOX, reader: "service", must: mailAddress },
  DKIM_DOMAIN: { where: SANDBOX, reader: "service", must: matching(/^[\w-]+(\.[\w-]+)+$/, "must be a domain") },
  DKIM_SELECTOR: { where: SANDBOX, reader: "service", must: matching(/^[\w.-]+$/, "must be a DKIM selector") },
  DKIM_KEY_FILE: { where: SANDBOX, reader: "service", must: file },
  HOLD_SECONDS: { where: SANDBOX, reader: "service", must: seconds },
  HOLD_CEILING_SECONDS: { where: SANDBOX, reader: "service", must: seconds },
  LATE_PAY_SECONDS: { where: SANDBOX, reader: "service", must: seconds },
  WAITING_LIST_OFFER_SECONDS: { where: SANDBOX, reader: "service", must: seconds },
  TICKETING_URL: { where: REMOTE, reader: "storefront", must: address(["https:"]) },
  TICKETING_USER: { where: REMOTE, reader: "storefront", must: matching(/^[^:]+$/, "must not contain a colon") },
  TICKETING_PASSWORD: { where: REMOTE, reader: "storefront", must: text },
  TICKETING_ACCOUNT: { where: REMOTE, reader: "storefront", must: within(1, 999_999_999, "a number") },
  TICKETING_CA: { where: REMOTE, reader: "storefront", must: file },
  TICKETING_READ_MS: { where: BOTH, reader: "storefront", must: milliseconds },
  TICKETING_WRITE_MS: { where: BOTH, reader: "storefront", must: milliseconds },
  TICKETING_PAY_MS: { where: BOTH, reader: "storefront", must: within(1, 33_000, "milliseconds") },
  TICKETING_MESSAGES: { where: BOTH, reader: "storefront", must: oneOf("0", "1") },
  COOKIE_KEYS: { where: BOTH, reader: "storefront", must: keys },
  LINK_KEYS: { where: BOTH, reader: "storefront", must: keys },
  NEXTAUTH_SECRET: { where: BOTH, reader: "storefront", must: matching(/^.{32,}$/, "must have 32 characters or more") },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: { where: BOTH, reader: "launcher", must: text },
  TRUSTED_HOPS: {
    where: BOTH,
    reader: "storefront",
    must: matching(/^([1-9]\d?|direct)$/, "must be the number of your proxies, or direct"),
  },
  METRICS_HOST: {
    where: BOTH,
    reader: "storefront",
    must: matching(/^[\w.:-]+$/, "must be a host name or an address"),
  },
  STOREFRONT_METRICS_PORT: { where: BOTH, reader: "storefront", must: port },
  SERVICE_METRICS_PORT: { where: SANDBOX, reader: "service", must: port },
  DRAIN_SECONDS: { where: BOTH, reader: "storefront", must: within(0, 60, "seconds") },
  LOG_LEVEL: { where: BOTH, reader: "both", must: oneOf("debug", "info", "warn", "error", "alarm") },
  OTEL_EXPORTER_OTLP_ENDPOINT: { where: BOTH, reader: "both", must: address(["http:", "https:"]) },
  OTEL_TRACES_SAMPLER_ARG: {
    where: BOTH,
    reader: "both",
    must: matching(/^(0|1|0?\.\d+)$/, "must be a part from 0 to 1"),
  },
  EMBED_ORIGINS: { where: BOTH, reader: "storefront", must: text },
  FOYER_BUYER_FIELDS: { where: BOTH, reader: "storefront", must: listOf("postcode") },
  CURRENCY: { where: BOTH, reader: "storefront", must: matching(/^[A-Z]{3}$/, "must be three capital letters") },
  BRAND_NAME: { where: BOTH, reader: "build", must: text },
  BRAND_COLOUR: { where: BOTH, reader: "build", must: text },
  BRAND_LOGO: { where: BOTH, reader: "build", must: file },
  BRAND_LOGO_DARK: { where: BOTH, reader: "build", must: file },
  BRAND_HEADER: { where: BOTH, reader: "build", must: oneOf("plain", "accent") },
  TERMS_URL: { where: BOTH, reader: "build", must: address(["https:"]) },
  PRIVACY_URL: { where: BOTH, reader: "build", must: address(["https:"]) },
  REFUND_POLICY_URL: { where: BOTH, reader: "build", must: address(["https:"]) },
  CARDS_ACCEPTED: {
    where: BOTH,
    reader: "build",
    must: matching(/^[a-zA-Z]+(\s+[a-zA-Z]+)*$/, "must be names of cards with spaces between them"),
  },
  SUPPORT_EMAIL: { where: BOTH, reader: "build", must: text },
  APPLE_PASS_CERT_FILE: { where: BOTH, reader: "storefront", must: file },
  APPLE_PASS_KEY_FILE: { where: BOTH, reader: "storefront", must: file },
  APPLE_PASS_KEY_PASSPHRASE: { where: BOTH, reader: "storefront", must: text },
  APPLE_WWDR_FILE: { where: BOTH, reader: "storefront", must: file },
  APPLE_PASS_TYPE: {
    where: BOTH,
    reader: "storefront",
    must: matching(/^pass(\.[\w-]+)+$/, "must be a pass type such as pass.example.tickets"),
  },
  APPLE_TEAM: {
    where: BOTH,
    reader: "storefront",
    must: matching(/^[A-Z0-9]{10}$/, "must have 10 capitals or digits"),
  },
  GOOGLE_WALLET_ISSUER: { where: BOTH, reader: "storefront", must: matching(/^\d{5,25}$/, "must be a number") },
  GOOGLE_WALLET_KEY_FILE: { where: BOTH, reader: "storefront", must: file },
  GOOD_CARD: { where: BOTH, reader: "storefront", must: text, inSandbox: testCard },
  BAD_CARD: { where: BOTH, reader: "storefront", must: text, inSandbox: testCard },
};
