const CODE = /\.(tsx?|js)$/;
const SOURCE = /^(app|components|lib|service\/src|service\/sandbox\/processor)\//;
const PURE = /^service\/(src\/\w+|sandbox\/processor)\/domain\/(?!.*\.test\.)/;

/** What a rule gets as an argument, so that its answer depends on nothing else. */
export const CLOCK_OR_CHANCE = /Date\.now|new Date\(\)|Math\.random|performance\.now|randomUUID/;

/** Every file but those that may read the environment: the settings of each program, and the scripts that start programs. */
const NOT_SETTINGS =
  /^(?!lib\/env(\.test)?\.ts|lib\/page-cache\/build-settings\.ts|service\/src\/settings\.ts|service\/setup\/|service\/test\/|scripts\/|e2e\/(support\/target\/env\.ts|system\/|tools\/)|service\/(sandbox|conformance)\/|server\.ts|instrumentation\.ts|[^/]+\.config\.(ts|js)$)/;

/** Patterns that must not occur in matching files, comments included, and the replacement. */
export const BANNED: readonly (readonly [where: RegExp, what: RegExp, instead: string])[] = [
  [NOT_SETTINGS, /process\.env\b/, "lib/env.ts, or the settings of the program"],
  [/^instrumentation\.ts$/, /process\.env\.(?!(NEXT_RUNTIME|NODE_ENV)\b)/, "lib/env.ts"],
  // A build replaces it by its value, so that production has no trace of the other branch.
  [PURE, CLOCK_OR_CHANCE, "an argument, such as `now`"],
  [
    /^(app|components)\/(?!fetch-storefront\.ts$)/,
    /\bfetch\((?!\s*["'`]\/)/,
    "a function in lib/ticketing, or a path of our own",
  ],
  [/^lib\/(?!ticketing\/)/, /\bfetch\(/, "a function in lib/ticketing"],
  [
    /^e2e\/(?!support\/target\/network\.ts$)/,
    /(?<![\w.])fetch\(\s*(`\$\{)?env\.address/,
    "openStorefront(env).fetch: it passes a private authority, HTTP Basic and a proxy",
  ],
  [
    /^e2e\/(pages\/|(?!quality\/budget\.spec\.ts$).*\.spec\.ts$)/,
    /\bisOwnSandbox\b|\boffers\(/,
    "the same path at every target. A spec that must ask is named in this rule, and has the tag @elsewhere, so that npm test runs it where it takes the other path",
  ],
  [SOURCE, /\.innerHTML\b/, "React elements"],
  [
    /^(app|components)\/(?!ui\/page-link\.tsx$)/,
    /"next\/link"/,
    "PageLink of components/ui/page-link.tsx: the router keeps what it fetches ahead for minutes, and shows what is sold out as on sale",
  ],
  [/^(app|components)\/.*\.tsx$/, /\bstyle=\{/, "a class: the policy allows no style attribute"],
  [
    /^(app\/(?!global-error)|components\/).*\.tsx$/,
    />\s*[A-Za-z][^<>{}]*<\/|\b(aria-label|alt|title|placeholder)="[^"]*[a-z]/,
    "a message of messages/, which has every language",
  ],
  [
    // The perforation is symmetric.
    /^(app|components)\/(?!.*perforation).*\.tsx$/,
    /[\s"'`:](-?(ml|mr|pl|pr|left|right)-[\d[]|text-(left|right)\b|rounded-[lr]-|border-[lr](?=[\s"`]))/,
    "the logical class (ms-, pe-, start-, text-end): pages also run right to left",
  ],
  [
    /^(app|lib\/(cart|checkout))\/(?!.*\.test\.|.*release-and-extend)/,
    /\b(releaseAll|extendCart)\b/,
    "releaseReserved and extendReserved of lib/cart/reserving/release-and-extend.ts: limits count live places",
  ],
  [
    /^(app|lib\/(cart|checkout))\/(?!.*try-to-reserve)/,
    /\bcreateReservation\b/,
    "tryToReserve: it keeps to the limits of places",
  ],
  [/^app\//, /\bActions?\.bind\(|\.bind\(null/, "a hidden field: bound values are sent to the browser"],
  [
    /^(app|components)\//,
    /style: "currency"|\.toFixed\(/,
    "formatMoney of lib/ticketing/model/money.ts: amounts have one format",
  ],
  [/^app\/\(frame\)\//, /next\/headers|cookies\(/, "nothing: embeds are static"],
  [
    /^(?!lib\/security\/(cookie-names(\.test)?|requests\/ask-for-cookie\.test)\.ts$|e2e\/tools\/cookie-names\.ts$).*\.(tsx?|js|conf)$/,
    /__Host-|__Secure-/,
    "cookieName of lib/security/cookie-names.ts (e2e/tools/cookie-names.ts in tests): it depends on the shop's origin",
  ],
  [
    /^(app|lib)\/(?!session\/cookies\.ts$)/,
    /\bcookies\(\)/,
    "readCookie and storeCookie of lib/session/cookies.ts: they name every cookie",
  ],
  [
    /^public\//,
    /\bcookie|localStorage|sessionStorage(?!\[`foyer:paid:\$\{paid\.order\}`\])|\bwindow\.\w+ =/,
    "nothing: the embed script stores nothing on a promoter's page but the orders of which it has told",
  ],
  [
    /^service\/src\/platform\/http\/openapi\/docs/,
    /https?:\/\//,
    "a path: the API documentation loads nothing from another origin",
  ],
  [CODE, /NEXT_PUBLIC_(?!HELLO|\*)[A-Z]/, "a prop: a public variable is part of every build"],
  [
    /^(?!lib\/env|lib\/ticketing\/client\/credential\.ts|scripts\/|service\/|e2e\/).*\.(tsx?|js)$/,
    /TICKETING_(USER|PASSWORD)\b/,
    "lib/ticketing/client/credential.ts",
  ],
  [
    /^(?!docs\/(interface|deploy)\.md|lib\/ticketing\/|service\/|e2e\/|scripts\/)/,
    /\b(multiSaleKey|multiOrderKey|FIRST_NAME|modifed|bookingCode|eventStart)\b/,
    "the domain's word: wire names belong in lib/ticketing",
  ],
  [CODE, /@ts-(ignore|nocheck|expect-error)/, "a type that fits"],
  [CODE, /biome-ignore|eslint-disable/, "other code, or the rule changed for all"],
  [CODE, /\b(test|it|describe)\.(skip|only|todo|fixme)\b|\{\s*(skip|only|todo):/, "a test that runs"],
  [/./, /(^|[\s"'`(=])\/(work|root|home|Users)\/[a-z]/m, "a path relative to the repository"],
];

/** Patterns that must not occur in code; comments and texts may have them. */
export const BANNED_IN_CODE: typeof BANNED = [[/^(app|components|lib)\//, /\bconsole\./, "log"]];
