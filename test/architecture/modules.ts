/** The subjects of the service in the order of their dependencies: each may import those before it. */
const SUBJECTS = [
  "platform",
  "accounts",
  "stock",
  "catalogue",
  "pricing",
  "offering",
  "reservations",
  "admissions",
  "payments",
  "notifications",
] as const;

/** The layers of a subject, and the layers that each may import, of its own subject and of those before it. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  http: ["http", "use-cases", "runtime", "domain"],
  "use-cases": ["use-cases", "runtime", "store", "domain"],
  /** Clients of other systems, the clock and the source of keys. Only the composition root imports them. */
  outside: ["outside", "domain"],
  store: ["store", "domain"],
  domain: ["domain"],
};

const RUNTIME = "service platform runtime";

const modulesOf = (subject: string, layers: readonly string[]): readonly string[] =>
  layers.filter((layer) => layer !== "runtime").map((layer) => `service ${subject} ${layer}`);

/** The pattern of the files of each layer of each subject. */
const SERVICE_FILES: readonly (readonly [where: RegExp, module: string])[] = [
  [/^service\/src\/platform\/runtime\.ts$/, RUNTIME],
  ...SUBJECTS.flatMap((subject) =>
    Object.keys(LAYERS).map(
      (layer) => [new RegExp(`^service/src/${subject}/${layer}/`), `service ${subject} ${layer}`] as const,
    ),
  ),
];

/** Returns what each layer of each subject may import. */
const SERVICE_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  [RUNTIME, modulesOf("platform", ["store", "outside", "domain"])],
  ...SUBJECTS.flatMap((subject, at) =>
    Object.entries(LAYERS).map(([layer, layers]) => [
      `service ${subject} ${layer}`,
      [
        ...SUBJECTS.slice(0, at + 1).flatMap((earlier) => modulesOf(earlier, layers)),
        ...(layers.includes("runtime") ? [RUNTIME] : []),
      ],
    ]),
  ),
]);

const SERVICE_MODULES: readonly string[] = ["service", ...Object.keys(SERVICE_MAY_IMPORT)];
const SERVICE_DOMAINS: readonly string[] = SUBJECTS.map((subject) => `service ${subject} domain`);

/** The modules of the tree. The first pattern that matches a file names its module. */
export const MODULES: readonly (readonly [where: RegExp, module: string])[] = [
  [/^lib\/domain\//, "domain"],
  [/^lib\/forms\//, "forms"],
  [/^lib\/env(-production|-example|-wallet|-credential)?(\.test)?\.ts$/, "env"],
  [/^lib\/text\//, "text"],
  [/^lib\/art\//, "art"],
  [/^lib\/picker\//, "picker"],
  [/^lib\/documents\//, "documents"],
  [/^lib\/(log|access-log|printed-lines|tracing\/(open-telemetry|listed-spans))(\.test)?\.ts$/, "log"],
  [/^lib\/(current-request|tracing\/span)(\.test)?\.ts$/, "current request"],
  [/^lib\/files(\.test)?\.ts$/, "files"],
  [/^lib\/process-wide\.ts$/, "process-wide"],
  [/^lib\/metrics\/(measure|metrics)\.ts$/, "measure"],
  [/^lib\/metrics\//, "metrics"],
  [/^lib\/state\//, "state"],
  [/^lib\/ticketing\//, "ticketing"],
  [/^lib\/catalogue\//, "catalogue"],
  [/^lib\/pictures\//, "pictures"],
  [/^lib\/security\/incoming-request(\.test)?\.ts$/, "incoming request"],
  [/^lib\/security\/(page-policy|static-page-policy|private-routes)(\.test)?\.ts$/, "policies"],
  [/^lib\/security\//, "security"],
  [/^lib\/session\//, "session"],
  [/^lib\/purchase\//, "purchase"],
  [/^lib\/orders\//, "orders"],
  [/^components\//, "components"],
  [/^app\/\(frame\)\/\[locale\]\/(?!layout\.tsx$)/, "embed"],
  [/^public\//, "public"],
  [/^app\/(event-page-data\.ts|static-page\.tsx)$/, "page data"],
  [/^app\//, "app"],
  [/^messages\//, "messages"],
  [/^i18n\//, "i18n"],
  [/^cache\//, "cache"],
  [/^proxy\.ts$/, "proxy"],
  [/^server\.ts$/, "server"],
  [/^instrumentation\.ts$/, "instrumentation"],
  [/^e2e\//, "e2e"],
  [/^test\/contract\//, "contract"],
  [/^test\/production\//, "production test"],
  [/^test\/tools\//, "test tools"],
  [/^test\/other-service\//, "other service"],
  [/^test\/edge\//, "edge"],
  [/^test\/conformance\//, "conformance"],
  [/^test\//, "architecture"],
  [/^tools\/bootstrap\.js$/, "bootstrap"],
  [/^tools\/testing\/(false-targets|results-scan)\.test\.ts$/, "tests of the suite's guards"],
  [/^tools\//, "tools"],
  [/^service\/src\/(metrics\/)?[^/]+\.ts$/, "service"],
  ...SERVICE_FILES,
  [/^service\/setup\//, "service setup"],
  [/^service\/test\//, "service test"],
  [/^service\/processor\/test\//, "processor test"],
  [/^service\/processor\/http\//, "processor http"],
  [/^service\/processor\/use-cases\//, "processor use-cases"],
  [/^service\/processor\/store\//, "processor store"],
  [/^service\/processor\/domain\//, "processor domain"],
  [/^service\/processor\//, "processor"],
  [/^[^/]+\.(ts|js)$/, "configuration"],
];

const LIB = [
  "domain",
  "forms",
  "text",
  "art",
  "picker",
  "documents",
  "env",
  "log",
  "measure",
  "state",
  "ticketing",
  "catalogue",
  "pictures",
  "policies",
  "security",
  "session",
  "purchase",
  "orders",
];
const LIB_WITHOUT_VISITOR = LIB.filter((module) => !["session", "state", "purchase", "orders"].includes(module));
const PROCESSOR = ["http", "use-cases", "store", "domain"].map((module) => `processor ${module}`);

/** The modules that each module may import besides itself. Every other import is refused. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  env: [],
  log: ["env", "process-wide", "current request"],
  "current request": ["process-wide"],
  measure: [],
  // Collects what the others measure, and answers Prometheus.
  metrics: ["measure", "env", "state"],
  files: [],
  "process-wide": [],
  forms: ["domain", "text"],
  text: [],
  art: [],
  picker: ["domain", "text"],
  documents: ["domain", "text", "art", "messages", "i18n", "env"],
  state: ["domain", "env", "log", "files", "process-wide", "measure"],
  ticketing: ["domain", "env", "log", "process-wide", "current request", "measure"],
  catalogue: ["domain", "env", "log", "files", "process-wide", "ticketing", "measure"],
  // Fetches the addresses of pictures that the catalogue names.
  pictures: ["domain", "env", "log", "files", "process-wide", "catalogue"],
  policies: [],
  security: ["domain", "env", "log", "state", "measure", "current request"],
  session: ["domain", "env", "log", "state", "security", "ticketing", "measure"],
  purchase: [
    "domain",
    "forms",
    "text",
    "env",
    "log",
    "state",
    "ticketing",
    "catalogue",
    "security",
    "session",
    "measure",
  ],
  // Paid orders as their page, their files and their messages show them.
  orders: [
    "domain",
    "text",
    "art",
    "documents",
    "env",
    "log",
    "state",
    "ticketing",
    "catalogue",
    "pictures",
    "security",
    "session",
    "messages",
    "i18n",
    "process-wide",
  ],
  components: ["domain", "forms", "text", "art", "picker"],
  // What a page and its embed both show.
  "page data": [...LIB_WITHOUT_VISITOR, "messages", "i18n"],
  app: [...LIB, "components", "messages", "i18n", "page data", "current request"],
  embed: [...LIB_WITHOUT_VISITOR, "components", "messages", "i18n", "page data"],
  public: [],
  messages: [],
  i18n: ["messages"],
  // Next loads the page cache, which adds the policy to static pages.
  cache: ["art", "policies", "measure", "current request"],
  "incoming request": [],
  // Loaded by Node, outside of the bundle.
  server: ["current request", "incoming request", "state"],
  proxy: ["env", "log", "policies"],
  instrumentation: ["domain", "env", "log", "state", "metrics", "current request"],
  e2e: ["messages", "test tools", "other service"],
  contract: ["domain", "ticketing", "catalogue", "test tools", "other service"],
  "production test": ["tools", "ticketing", "domain", "test tools"],
  "test tools": [],
  // A service of another maker: it shares no code with the reference service or the storefront.
  "other service": ["test tools"],
  edge: ["test tools", "tools"],
  // Knows a service by its interface alone. Its tests start the other service.
  conformance: ["other service"],
  // The page of metrics is made from the descriptions of the service.
  architecture: ["test tools", "conformance", "service platform domain", "measure"],
  bootstrap: [],
  // A build is checked for what the page cache expects of its pages.
  tools: ["test tools", "conformance", "other service", "cache"],
  "tests of the suite's guards": ["tools", "e2e", "test tools"],
  configuration: ["e2e", "policies"],
  // The composition root and its settings, directly in service/src, and its metrics.
  service: SERVICE_MODULES,
  ...SERVICE_MAY_IMPORT,
  "service setup": SERVICE_MODULES,
  "service test": [...SERVICE_MODULES, "service setup"],
  processor: PROCESSOR,
  "processor http": ["processor use-cases", "processor domain", "processor"],
  "processor use-cases": ["processor store", "processor domain", "processor"],
  "processor store": ["processor domain"],
  "processor domain": [],
  "processor test": [...PROCESSOR, "processor"],
};

/** Modules that the tests of every module may import as well. */
export const ALSO_FOR_TESTS = ["test tools", "service test"];

/** Modules that import no package. */
export const NO_PACKAGES: readonly string[] = ["domain", ...SERVICE_DOMAINS, "processor domain", "bootstrap"];
/** Packages that every test may import. */
export const TEST_PACKAGES: readonly string[] = ["fast-check", "currency-codes"];
/** Packages that a module must not import. */
export const WITHOUT: Readonly<Record<string, RegExp>> = {
  state: /^(react|next)(\/|$)/,
  ticketing: /^(react|next)(\/|$)/,
  env: /^(react|next)(\/|$)/,
  log: /^(react|next)(\/|$)/,
  "current request": /^(react|next)(\/|$)/,
};

/** Files that Next, Playwright or Node load by name, without an import. */
export const LOADED_BY_NAME: readonly RegExp[] = [
  /^app\/.*(page|layout|route|error|global-error|not-found|global-not-found|loading|template|default|sitemap|robots|manifest|icon|opengraph-image)\.tsx?$/,
  /^(proxy|server|instrumentation|next\.config|playwright\.config)\.(ts|js)$/,
  /^i18n\/request\.ts$/,
  /\.d\.ts$/,
  /^service\/(processor\/test\/without-delay|test\/bench\/purchase-service)\.ts$/,
  /^cache\/pages\.ts$/,
  // The API documentation loads this in a browser.
  /^service\/src\/platform\/http\/openapi\/docs-page\.js$/,
  /\.(test|spec|bench)\.tsx?$/,
  /^(e2e|public)\//,
  /^tools\/bootstrap\.js$/,
  /^test\/leak\/collector\.ts$/,
  /^tools\/[\w-]+\.ts$/,
  /^test\/(tools\/random-seed|leak\/recorder|other-service\/start)\.ts$/,
  /^tools\/(lib\/end-with-parent|testing\/[\w-]+-reporter)\.ts$/,
  /^tools\/(postgres|mail-catcher)\/main\.ts$/,
  /^service\/test\/(kills\/(full-disk|cuts\/main|clock\/(main|stepped-clock))|soak\/(main|heap-probe|leak))\.ts$/,
  /^service\/(src\/main|processor\/main|setup\/[\w-]+|test\/main|test\/cluster|test\/kills\/full|test\/restore\/restore\.rehearsal)\.ts$/,
];
