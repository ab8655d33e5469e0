/** The subjects of the service in the order of their dependencies: each may import those before it. */
export const SUBJECTS = [
  ...["platform", "accounts", "stock", "catalogue", "pricing"],
  ...["offering", "reservations", "admissions", "payments", "notifications"],
] as const;

/** The layers of a subject, and the layers that each may import, of its own subject and of those before it. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  http: ["http", "use-cases", "world", "domain"],
  "use-cases": ["use-cases", "world", "store", "domain"],
  /** Clients of other systems, the clock and the source of keys. Only the composition root imports them. */
  outside: ["outside", "domain"],
  store: ["store", "domain"],
  domain: ["domain"],
};

const WORLD = "service platform world";

const modulesOf = (subject: string, layers: readonly string[]): readonly string[] =>
  layers.filter((layer) => layer !== "world").map((layer) => `service ${subject} ${layer}`);

/** The pattern of the files of each layer of each subject. */
export const SERVICE_FILES: readonly (readonly [where: RegExp, module: string])[] = [
  [/^service\/src\/platform\/world\.ts$/, WORLD],
  ...SUBJECTS.flatMap((subject) =>
    Object.keys(LAYERS).map(
      (layer) => [new RegExp(`^service/src/${subject}/${layer}/`), `service ${subject} ${layer}`] as const,
    ),
  ),
];

/** Returns what each layer of each subject may import. */
export const SERVICE_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  [WORLD, modulesOf("platform", ["store", "outside", "domain"])],
  ...SUBJECTS.flatMap((subject, at) =>
    Object.entries(LAYERS).map(([layer, layers]) => [
      `service ${subject} ${layer}`,
      [
        ...SUBJECTS.slice(0, at + 1).flatMap((earlier) => modulesOf(earlier, layers)),
        ...(layers.includes("world") ? [WORLD] : []),
      ],
    ]),
  ),
]);

export const SERVICE_MODULES: readonly string[] = ["service", ...Object.keys(SERVICE_MAY_IMPORT)];
export const SERVICE_DOMAINS: readonly string[] = SUBJECTS.map((subject) => `service ${subject} domain`);
