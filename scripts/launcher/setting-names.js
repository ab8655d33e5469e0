/**
 * The names of all settings, and what is wrong with those of an environment. Plain JavaScript without packages: `scripts/bootstrap.js`
 * asks it before anything is installed. A test compares the names with those that the programs read.
 */

/** The settings that are secret. Each may be in a file, which `<NAME>_FILE` names. */
export const SECRET_NAMES = [
  ..."TICKETING_PASSWORD COOKIE_KEYS LINK_KEYS NEXTAUTH_SECRET NEXT_SERVER_ACTIONS_ENCRYPTION_KEY".split(" "),
  ..."DATABASE_URL PROCESSOR_SECRET CARD_KEY SMTP_URL SHOP_PASSWORD PROMOTER_PASSWORD".split(" "),
];

/** The settings of docs/configuration.md and docs/qa.md. */
export const SETTING_NAMES = [
  ...SECRET_NAMES.flatMap((name) => [name, `${name}_FILE`]),
  // The launcher, and the setup of the first account.
  ..."FOYER_HOST FOYER_PORT FOYER_DATA FOYER_DEMO PROMOTER_USER ACCOUNT_NAME".split(" "),
  // The storefront.
  ..."FOYER_ENVIRONMENT FOYER_PAYMENTS FOYER_ORIGIN FOYER_BUYER_FIELDS CURRENCY EMBED_ORIGINS HSTS_SUBDOMAINS".split(
    " ",
  ),
  ..."TICKETING_URL TICKETING_USER TICKETING_ACCOUNT TICKETING_CA TICKETING_READ_MS".split(" "),
  "VENUE_TIME_ZONE",
  "CONTENT_LANGUAGE",
  "TICKETING_MESSAGES",
  "PROMOTER_IDLE_MINUTES",
  ..."TRUSTED_HOPS DRAIN_SECONDS METRICS_ADDRESS LOG_LEVEL OTEL_EXPORTER_OTLP_ENDPOINT TEST_CARDS WAITING_ROOM_INSIDE".split(
    " ",
  ),
  ..."BRAND_NAME BRAND_COLOUR BRAND_LOGO BRAND_LOGO_DARK BRAND_HEADER SUPPORT_EMAIL CARDS_ACCEPTED".split(" "),
  ..."TERMS_URL PRIVACY_URL REFUND_POLICY_URL APPLE_PASS_CERT_FILE APPLE_PASS_KEY_FILE APPLE_WWDR_FILE".split(" "),
  ..."GOOGLE_WALLET_ISSUER GOOGLE_WALLET_KEY_FILE".split(" "),
  // The service and the worker.
  ..."MAIL_FROM MAIL_BOUNCE DKIM_SELECTOR DKIM_KEY_FILE HOLD_SECONDS HOST PORT".split(" "),
  ..."PROCESSOR_URL STRICT_V2 MESSAGE_ORIGINS MESSAGE_CONNECT_TO MESSAGE_CA".split(" "),
  // The browser tests and the tests of the service's interface.
  ..."E2E_ADDRESS E2E_LANGUAGE E2E_EVENT E2E_EMAIL E2E_GOOD_CARD E2E_BAD_CARD E2E_ALLOWED_CARDS E2E_SERVICE".split(" "),
  ..."E2E_SERVICE_LOGIN E2E_BASIC_LOGIN E2E_EMBED_ORIGIN E2E_MAILBOX E2E_CA E2E_PROXY E2E_TIMEOUT_FACTOR".split(" "),
  ..."E2E_CONFIRM_HOST E2E_PAID_PLACES_MAX E2E_BROWSER E2E_SIZE FOYER_SEED FOYER_RACE_SIZE".split(" "),
  ..."CONFORMANCE_PASSWORD TEST_DATABASE_URL".split(" "),
];

/** What one program of the project tells another. */
const INTERNAL = ["E2E_SANDBOX", "E2E_COUNTS", "FOYER_TEST_CLUSTER", "FOYER_LAUNCHER", "SMTP_PORT"];

/** The storefront says itself what replaces it. */
const REMOVED = ["TICKETING_AIRLOCK"];

const KNOWN = new Set([...SETTING_NAMES, ...INTERNAL, ...REMOVED]);
/** Names that begin so are ours. Of all others only one that is nearly a setting is refused. */
const OWN = ["FOYER", "TICKETING", "BRAND", "SMTP"];
/** Kubernetes sets these in every container, for each service: one with such a name has SERVICE_HOST. */
const OF_KUBERNETES = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_\w+)?)$/;

/** The maximum edit distance of a misspelt name. */
const SLIPS_MAX = 2;
/** Of a shorter name, a few letters make another one. */
const LETTERS_MIN = 8;
const PORT_MAX = 65_535;
/** The sandbox's service, its card processor and its mail catcher. */
const PORTS_AFTER = 3;

/** Returns a line for each variable that looks like a setting and is none, with the nearest one. Empty variables count as not set. */
export function misspeltIn(environment) {
  return Object.entries(environment).flatMap(([name, value]) => {
    const isOfKubernetes = OF_KUBERNETES.test(name) && environment[name.replace(OF_KUBERNETES, "_SERVICE_HOST")];
    if (!value || KNOWN.has(name) || isOfKubernetes) return [];
    const inFile = name.replace(/_FILE$/i, "").toUpperCase();
    if (inFile.length >= LETTERS_MIN && inFile !== name.toUpperCase() && SETTING_NAMES.includes(inFile))
      return [`${name} is no setting: only a secret may be in a file of its own. Set ${inFile}, or remove it.`];
    const nearest = nearestSetting(name);
    const isNear = nearest.length >= LETTERS_MIN && slips(name.toUpperCase(), nearest) <= SLIPS_MAX;
    if (!isNear && !(name.includes("_") && OWN.includes(name.split("_")[0]))) return [];
    return [`${name} is no setting. The nearest is ${nearest}: correct the name, or remove it.`];
  });
}

/** Returns a line for each setting with a port that cannot be one. */
export function wrongPortsIn({ FOYER_PORT, TICKETING_URL, METRICS_ADDRESS, PORT }, { isService = false } = {}) {
  const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX;
  const [, metricsPort = "0"] = /:([^:\]]*)$/.exec(METRICS_ADDRESS || "") ?? [];
  return [
    ...(FOYER_PORT && !isPort(FOYER_PORT) ? ["FOYER_PORT must be a port number from 0 to 65535."] : []),
    ...(FOYER_PORT && isPort(FOYER_PORT) && !TICKETING_URL && !isService && Number(FOYER_PORT) > PORT_MAX - PORTS_AFTER
      ? [
          `FOYER_PORT must be at most ${PORT_MAX - PORTS_AFTER}: the sandbox takes the ${PORTS_AFTER} ports after it too.`,
        ]
      : []),
    ...(isService && PORT && !isPort(PORT) ? ["PORT must be a port number from 0 to 65535."] : []),
    ...(isPort(metricsPort)
      ? []
      : ["METRICS_ADDRESS must end with a port number from 0 to 65535, such as 127.0.0.1:9464."]),
  ];
}

/** Returns the setting whose name is most like this one. */
export function nearestSetting(name) {
  const wanted = name.toUpperCase();
  const [first] = wanted.split("_");
  // Of equally many slips, one of the same group is meant.
  const distance = (known) => slips(wanted, known) + (known.startsWith(`${first}_`) ? 0 : 1.5);
  return SETTING_NAMES.reduce((best, known) => (distance(known) < distance(best) ? known : best));
}

/** Returns how many letters are missing, added, wrong or swapped with the next one (Damerau and Levenshtein). */
function slips(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}
