import type { Mutant } from "./mutant.ts";

/** Stored pages, and what reaches around the framework. */
export const PAGE_CACHE_MUTANTS: readonly Mutant[] = [
  {
    name: "pages: the refusal of a write is cached",
    breaks: "P26",
    file: "cache/pages.ts",
    text: "!KEPT_STATUSES.includes(value.status)",
    becomes: "value.status === 500",
    red: {
      file: "cache/pages.test.ts",
      test: "caches no refusal or fault of a route, and keeps the cached answer",
    },
  },
  {
    name: "pages: a page that is kept after a failed rendering loses the hashes of its stylesheets",
    breaks: "P35",
    file: "cache/pages.ts",
    text: "if (value.headers?.[VERSION_HEADER] !== undefined) return value;",
    becomes: "",
    red: {
      file: "cache/pages.test.ts",
      test: "a page that is stored again, after a rendering that failed, stays as it is",
    },
  },
  {
    name: "pages: a page that the framework renders again is answered before it",
    breaks: "a stale page is rendered again",
    file: "cache/compressed-pages.ts",
    text: 'response.getHeader("x-nextjs-cache") !== "HIT"',
    becomes: '!response.hasHeader("x-nextjs-cache")',
    red: {
      file: "cache/direct-answers.test.ts",
      test: "the answer of the framework is not kept: a page that it renders again",
    },
  },
  {
    name: "pages: the headers of an older page are sent with a page that is stored anew",
    breaks: "a page and its headers are of one rendering",
    file: "cache/pages.ts",
    text: 'value?.kind !== "APP_PAGE" || nameOf(entry) !== name',
    becomes: 'value?.kind !== "APP_PAGE"',
    red: {
      file: "cache/pages.test.ts",
      test: "an entry is fresh until a tag of it is marked, its time is over or it is stored anew",
    },
  },
  {
    name: "pages: the router gets a page in place of data",
    breaks: "the router gets data",
    file: "cache/plain-requests.ts",
    text: "for (const name in headers) if (SPECIAL.test(name)) return undefined;",
    becomes: 'if (SPECIAL.test("host") && headers.host) return undefined;',
    red: { file: "cache/direct-answers.test.ts", test: "the framework answers the router" },
  },
  {
    name: "pages: a page whose tag is marked is answered before the framework",
    breaks: "a changed event is shown at once",
    file: "cache/pages.ts",
    text: 'return freshness(tagsOf(value, {}), entry.madeAt, Date.now()) === "fresh";',
    becomes: 'return freshness([], entry.madeAt, Date.now()) === "fresh";',
    red: {
      file: "cache/pages.test.ts",
      test: "an entry is fresh until a tag of it is marked, its time is over or it is stored anew",
    },
  },
  {
    name: "pages: a visitor's policy header reaches the framework",
    breaks: "P26",
    file: "cache/incoming-requests.ts",
    text: "if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];",
    becomes: 'if (name === "next-resume") delete headers[name];',
    red: {
      file: "cache/incoming-requests.test.ts",
      test: "removes headers that the framework would trust, and keeps those of its pages",
    },
  },
  {
    name: "pages: only the request that renders a page learns that the service is down",
    breaks: "P35",
    file: "cache/incoming-requests.ts",
    text: 'return address.split("?", 1)[0] ?? "";',
    becomes: "return address;",
    red: {
      file: "cache/incoming-requests.test.ts",
      test: "answers 503 with Retry-After where the service did not answer, and 500 for every other failure",
    },
  },
];
