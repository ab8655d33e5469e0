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
  "reports",
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

/** The subjects of lib in the order of their dependencies: each may import those before it. */
const LIB_SUBJECTS = [
  "runtime",
  "env",
  "telemetry",
  "i18n",
  "ticketing",
  "security",
  "forms",
  "session",
  "catalogue",
  "waiting-room",
  "purchase",
  "cart",
  "checkout",
  "tickets",
  "orders",
  "wallet",
  "mail",
  "promoter",
] as const;

const lib = (subject: string): string => `lib ${subject}`;
export const LIB: readonly string[] = LIB_SUBJECTS.map(lib);
/** The calls with a promoter's credential, which the pages of buyers must not make. */
export const MANAGE = "lib ticketing manage";

/** The modules of the tree. The first pattern that matches a file names its module. */
export const MODULES: readonly (readonly [where: RegExp, module: string])[] = [
  [/^lib\/env(-[\w-]+)?(\.test)?\.ts$/, lib("env")],
  [/^lib\/page-cache\//, "page cache"],
  [/^lib\/ticketing\/manage\//, MANAGE],
  ...LIB_SUBJECTS.map((subject) => [new RegExp(`^lib/${subject}/`), lib(subject)] as const),
  [/^components\//, "components"],
  [/^app\/\(frame\)\/\[locale\]\/(?!layout\.tsx$|frame\.css$)/, "embed"],
  [/^public\//, "public"],
  [/^app\/(event-page-data\.ts|static-page\.tsx)$/, "page data"],
  [/^app\/\[locale\]\/promoter\//, "promoter pages"],
  [/^app\//, "app"],
  [/^messages\//, "messages"],
  [/^server\.ts$/, "server"],
  [/^instrumentation\.ts$/, "instrumentation"],
  [/^e2e\/tools\//, "test tools"],
  [/^e2e\/system\/contract\//, "contract"],
  [/^e2e\/system\//, "system tests"],
  [/^e2e\//, "e2e"],
  [/^service\/conformance\/other-service\//, "other service"],
  [/^service\/conformance\//, "conformance"],
  [/^service\/sandbox\/processor\/test\//, "processor test"],
  [/^service\/sandbox\/processor\/http\//, "processor http"],
  [/^service\/sandbox\/processor\/use-cases\//, "processor use-cases"],
  [/^service\/sandbox\/processor\/store\//, "processor store"],
  [/^service\/sandbox\/processor\/domain\//, "processor domain"],
  [/^service\/sandbox\/processor\//, "processor"],
  [/^service\/sandbox\//, "sandbox"],
  [/^scripts\/bootstrap\.js$/, "bootstrap"],
  [/^scripts\/launcher\/setting-names\.(js|d\.ts)$/, "setting names"],
  [/^scripts\/lib\/(progress|checkout-lock)\.(js|d\.ts)$/, "steps of a start"],
  [/^scripts\/architecture\//, "architecture"],
  [/^scripts\/testing\/(false-targets|results-scan)\.test\.ts$/, "tests of the suite's guards"],
  [/^scripts\//, "scripts"],
  [/^service\/src\/(metrics\/)?[^/]+\.ts$/, "service"],
  ...SERVICE_FILES,
  [/^service\/setup\//, "service setup"],
  [/^service\/test\//, "service test"],
  [/^[^/]+\.(ts|js)$/, "configuration"],
];

/** What a page that is the same for every visitor may read: an embed, and the pages that the cache keeps. */
const LIB_WITHOUT_VISITOR = LIB.filter(
  (module) => !/ (session|waiting-room|purchase|cart|checkout|orders)$/.test(module),
);

const PROCESSOR = ["http", "use-cases", "store", "domain"].map((module) => `processor ${module}`);

/** The modules that each module may import besides itself. Every other import is refused. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LIB_SUBJECTS.map((subject, at) => [lib(subject), [...LIB.slice(0, at), "messages"]])),
  [lib("promoter")]: [...LIB, MANAGE, "messages"],
  [MANAGE]: LIB.slice(0, LIB.indexOf(lib("ticketing")) + 1),
  components: LIB,
  // What a page and its embed both show.
  "page data": [...LIB_WITHOUT_VISITOR, "messages"],
  app: [...LIB, "components", "messages", "page data"],
  "promoter pages": [...LIB, MANAGE, "components", "messages", "app"],
  embed: [...LIB_WITHOUT_VISITOR, "components", "messages", "page data"],
  public: [],
  messages: [],
  // Next loads the page cache, which adds the policy to static pages.
  "page cache": [lib("runtime"), lib("telemetry"), lib("security"), lib("tickets")],
  // Loaded by Node, outside of the bundle.
  server: [lib("runtime"), lib("telemetry"), lib("security")],
  instrumentation: LIB,
  e2e: ["messages", "test tools", "other service", "setting names"],
  contract: [
    lib("ticketing"),
    MANAGE,
    lib("catalogue"),
    lib("purchase"),
    lib("cart"),
    lib("checkout"),
    lib("orders"),
    "test tools",
    "other service",
  ],
  "system tests": [
    "sandbox",
    "scripts",
    "test tools",
    lib("ticketing"),
    lib("telemetry"),
    "conformance",
    "service platform domain",
  ],
  "test tools": [],
  // A service of another maker: it shares no code with the reference service or the storefront.
  "other service": [],
  // Knows a service by its interface alone. Its tests start the other service.
  conformance: ["other service"],
  // The database and the mail catcher that a start brings with it.
  sandbox: [],
  architecture: [],
  bootstrap: ["setting names", "steps of a start"],
  "setting names": [],
  "steps of a start": [],
  // A build is checked for what the page cache expects of its pages. The sandbox names its processor's cards to the service. A
  // start reads secrets from files as the storefront does.
  scripts: [
    lib("runtime"),
    "setting names",
    "steps of a start",
    "test tools",
    "conformance",
    "other service",
    "page cache",
    "processor domain",
    "sandbox",
  ],
  "tests of the suite's guards": ["scripts", "setting names", "e2e", "test tools"],
  configuration: ["e2e", "test tools", lib("security")],
  // The composition root and its settings, directly in service/src, and its metrics.
  service: SERVICE_MODULES,
  ...SERVICE_MAY_IMPORT,
  "service setup": SERVICE_MODULES,
  "service test": [...SERVICE_MODULES, "service setup"],
  processor: PROCESSOR,
  "processor http": ["processor use-cases", "processor domain", "processor"],
  "processor use-cases": ["processor store", "processor domain", "processor"],
  "processor store": ["processor domain"],
  "processor domain": ["service platform domain"],
  "processor test": [...PROCESSOR, "processor"],
};

/** Modules that the tests of every module may import as well. A test of lib may use whatever in lib makes its case. */
export const ALSO_FOR_TESTS = ["test tools", "service test"];

/** Modules that import no package. */
export const NO_PACKAGES: readonly string[] = [
  ...SERVICE_DOMAINS,
  "processor domain",
  "bootstrap",
  "setting names",
  "steps of a start",
];
/** Packages that every test may import. */
export const TEST_PACKAGES: readonly string[] = ["fast-check", "currency-codes"];
/** Packages that a module must not import. */
export const WITHOUT: Readonly<Record<string, RegExp>> = Object.fromEntries(
  [lib("runtime"), lib("env"), lib("telemetry"), lib("ticketing"), MANAGE].map((module) => [
    module,
    /^(react|next)(\/|$)/,
  ]),
);

/** Files that Next, Playwright or Node load by name, without an import. */
export const LOADED_BY_NAME: readonly RegExp[] = [
  /^app\/.*(page|layout|route|error|global-error|not-found|global-not-found|loading|template|default|sitemap|robots|manifest|icon|opengraph-image)\.tsx?$/,
  /^(server|instrumentation|next\.config|playwright\.config)\.(ts|js)$/,
  /^lib\/i18n\/request\.ts$/,
  /\.d\.ts$/,
  /^service\/(sandbox\/processor\/test\/without-delay|test\/bench\/purchase-service)\.ts$/,
  /^lib\/page-cache\/page-cache\.ts$/,
  // The API documentation loads this in a browser.
  /^service\/src\/platform\/http\/openapi\/docs-page\.js$/,
  /\.(test|spec|bench)\.tsx?$/,
  /^(e2e|public)\//,
  /^scripts\/(bootstrap\.js|[\w-]+\.ts|lib\/end-with-parent\.ts|testing\/[\w-]+-reporter\.ts)$/,
  /^service\/(conformance\/other-service\/start|sandbox\/[\w-]+\/main)\.ts$/,
  /^service\/test\/(kills\/(full-disk|cuts\/main|clock\/(main|stepped-clock))|soak\/(main|heap-probe|leak))\.ts$/,
  /^service\/(src\/main|setup\/[\w-]+|test\/main|test\/cluster|test\/kills\/full|test\/(restore|database)\/[\w-]+\.rehearsal)\.ts$/,
];
