const CODE = /\.(tsx?|js)$/;
const SOURCE = /^(app|components|lib|cache|i18n|service\/src|service\/processor)\//;
const PURE = /^(lib|service\/src\/\w+|service\/processor)\/domain\/(?!.*\.test\.)/;

/** The readers of the environment: one for each program, and the tools that start programs. */
const READERS =
  /^(?!lib\/env\.ts|cache\/settings\.ts|service\/(src|processor)\/settings\.ts|service\/setup\/|service\/test\/|scripts\/|tools\/|bench\/|e2e\/support\/env\.ts|test\/|instrumentation\.ts|proxy\.ts|[^/]+\.config\.(ts|js)$)/;

/** Where something must not be written, and what to do instead. */
export const BANNED: readonly (readonly [where: RegExp, what: RegExp, instead: string])[] = [
  [/^scripts\/(?!bootstrap\.js$)/, /^/, "TypeScript in tools/: the bootstrap alone runs before anything is installed"],
  [READERS, /process\.env\b/, "lib/env.ts, or the settings of the program"],
  [/^instrumentation\.ts$/, /process\.env\.(?!NEXT_RUNTIME\b)/, "lib/env.ts"],
  // A build replaces it by its value, so that production has no trace of the other branch.
  [/^proxy\.ts$/, /process\.env\.(?!NODE_ENV\b)/, "lib/env.ts"],
  [PURE, /Date\.now|new Date\(\)|Math\.random|performance\.now|randomUUID/, "an argument, such as `now`"],
  [/^(app|components)\/(?!ask\.ts$)/, /\bfetch\((?!\s*["'`]\/)/, "a function in lib/ticketing, or a path of our own"],
  [/^lib\/(?!ticketing\/)/, /\bfetch\(/, "a function in lib/ticketing"],
  [/^service\/src\/(?!\w+\/outside\/)/, /\bfetch\(/, "a function in the subject's outside folder"],
  [SOURCE, /dangerouslySetInnerHTML|\.innerHTML\b/, "React elements"],
  [/^(app|components)\/.*\.tsx$/, /\bstyle=\{/, "a class: the policy allows no style attribute"],
  [
    /^(app\/(?!global-error)|components\/).*\.tsx$/,
    />\s*[A-Za-z][^<>{}]*<\/|\b(aria-label|alt|title|placeholder)="[^"]*[a-z]/,
    "a word of messages/, which every language has",
  ],
  [
    // The perforation is the same from both sides.
    /^(app|components)\/(?!.*perforation).*\.tsx$/,
    /[\s"'`:](-?(ml|mr|pl|pr|left|right)-[\d[]|text-(left|right)\b|rounded-[lr]-|border-[lr](?=[\s"`]))/,
    "the logical class (ms-, pe-, start-, text-end): the shop also runs right to left",
  ],
  [
    /^messages\/en\.json$/,
    /:\s*"[^"]*(?<![{\w])(hold|holds|holding|held|releas(e|es|ed|ing)|punters?|somebody|ticket desk|called off|kind)\b/i,
    "a word of the screen: cart, reserved, remove, empty, category, someone, cancelled",
  ],
  [
    /^(app|lib\/purchase)\/(?!.*\.test\.|reserve\/reserved-places)/,
    /\b(releaseAll|extendCart)\b/,
    "releaseReserved and extendReserved of lib/purchase/reserve/reserved-places.ts: limits count live places",
  ],
  [
    /^(app|lib\/purchase)\/(?!reserve\/try-to-reserve)/,
    /\bcreateReservation\b/,
    "tryToReserve: it keeps to the limits of places",
  ],
  [/^app\//, /\bActions?\.bind\(|\.bind\(null/, "a hidden field: what is bound travels to the browser"],
  [
    /^(app|components)\//,
    /style: "currency"|\.toFixed\(/,
    "formatMoney of lib/domain/money: an amount reads the same everywhere",
  ],
  [/^app\/\(frame\)\//, /next\/headers|cookies\(/, "nothing: an embed knows no visitor"],
  [
    /^public\//,
    /\bcookie|localStorage|sessionStorage|\bwindow\.\w+ =/,
    "nothing: a promoter's page keeps nothing of ours",
  ],
  [
    /^service\/src\/platform\/http\/openapi\/docs/,
    /https?:\/\//,
    "a path of our own: the page of the interface loads nothing from another origin",
  ],
  [CODE, /NEXT_PUBLIC_(?!HELLO|\*)[A-Z]/, "a prop: what is public by name is public for good"],
  [
    /^(?!lib\/env|lib\/ticketing\/client\/credential\.ts|tools\/|test\/|e2e\/|bench\/).*\.(tsx?|js)$/,
    /TICKETING_(USER|PASSWORD)\b/,
    "lib/ticketing/client/credential.ts",
  ],
  [
    /^(?!lib\/ticketing\/|service\/|e2e\/|test\/|bench\/|tools\/)/,
    /\b(multiSaleKey|multiOrderKey|FIRST_NAME|modifed|bookingCode|eventStart)\b/,
    "the domain's word: names of the wire stay in lib/ticketing",
  ],
  [/^service\/.*\.ts$/, /\b(reckon|[jJ]udge)(s|d|ed|ing)?(?=[A-Z]|\b)/, "calculate or validate"],
  [/^service\/src\/\w+\/(use-cases|domain|store)\//, /\b(reply|statusCode)\b/, "an outcome: http/ finds its status"],
  [/^service\/src\/\w+\/(http|use-cases|domain)\//, /\b(SELECT\s|INSERT INTO\b|DELETE FROM\b)/, "a function in store/"],
  [CODE, /@ts-(ignore|nocheck|expect-error)/, "a type that fits"],
  [CODE, /biome-ignore|eslint-disable/, "other code, or the rule changed for all"],
  [CODE, /\b(TODO|FIXME|XXX|HACK)\b/, "an issue"],
  [CODE, /\b(test|it|describe)\.(skip|only|todo|fixme)\b|\{\s*(skip|only|todo):/, "a test that runs"],
  [CODE, /\bnetworkidle\b|waitForTimeout/, "a wait for what is to be seen"],
  [/./, /(^|[\s"'`(=])\/(work|root|home|Users)\/[a-z]/m, "a path that every machine has"],
  [/package-lock\.json$/, /"resolved": "http/, "npm's omit-lockfile-registry-resolved"],
];

/** The same, where a comment or a text may well say the word. */
export const BANNED_IN_CODE: typeof BANNED = [
  [/^(app|components|lib|cache)\//, /\bconsole\./, "log"],
  [CODE, /:\s*any\b(?!\.)|<any>|\bas any\b|\bany\[\]/, "the type, or unknown"],
];

/** Whole files, where pattern and place say all. */
export const BANNED_FILES: readonly (readonly [which: RegExp, instead: string])[] = [
  [/(^|\/)index\.(tsx?|js)$/, "the name of what is in it"],
  [/(^|\/)(utils?|helpers?|misc|common|shared)\.(tsx?|js)$/, "a file for each reason to be"],
  [/(^|\/)middleware\.ts$/, "proxy.ts"],
];
