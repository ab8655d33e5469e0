import type { Mutant } from "./mutant.ts";

const REQUEST_IDS = "service/test/platform/request-ids.test.ts";
const SERVICE_LOG = "service/src/platform/domain/log.test.ts";

/** What logs and traces may say, and the id of a request on its way from the edge to SQL. */
export const LOG_MUTANTS: readonly Mutant[] = [
  {
    name: "logs: the service masks nothing inside texts",
    breaks: "P13",
    file: "service/src/platform/domain/log.ts",
    text: 'text.replace(SECRET_VALUES, "[masked]")',
    becomes: "text.slice(0, SECRET_VALUES.source.length)",
    red: {
      file: SERVICE_LOG,
      test: "P13: fields with the name of a secret are left out, and secrets inside texts are masked",
    },
  },
  {
    name: "logs: an error is logged with the values that it quotes",
    breaks: "P13",
    file: "service/src/platform/domain/log.ts",
    text: `?.replace(/"[^"]*("|$)/g, '"…"')`,
    becomes: "",
    red: {
      file: SERVICE_LOG,
      test: "P13: an error is logged without the values that it quotes and without its detail",
    },
  },
  {
    name: "logs: a call is logged by its address",
    breaks: "P13",
    file: "service/src/platform/http/access-log.ts",
    text: 'request.routeOptions.url ?? "of no route"',
    becomes: "request.url",
    red: {
      file: REQUEST_IDS,
      test: "a call is logged by its route with the caller's request id, and a malformed id is replaced",
    },
  },
  {
    name: "logs: the storefront takes the request id of a visitor",
    breaks: "the id of a request is the edge's or its own",
    file: "lib/request-id.ts",
    text: 'isFromProxy && typeof sent === "string"',
    becomes: '(isFromProxy || sent !== "") && typeof sent === "string"',
    red: { file: "cache/request-ids.test.ts", test: "takes no id of a caller where there is no proxy" },
  },
  {
    name: "logs: a transaction names no request",
    breaks: "pg_stat_activity shows the id of the request",
    file: "service/src/platform/store/statement-origin.ts",
    text: `"BEGIN"
    : \`BEGIN; SET LOCAL`,
    becomes: `"BEGIN"
    : \`BEGIN; SET SESSION timezone = DEFAULT; -- SET LOCAL`,
    red: {
      file: REQUEST_IDS,
      test: "pg_stat_activity shows the id of the request whose prepared statement waits for a lock",
    },
  },
  {
    name: "traces: a span of the service is exported with all its attributes",
    breaks: "P13",
    file: "service/src/platform/outside/listed-spans.ts",
    text: "LISTED.test(name) && (",
    becomes: "(LISTED.test(name) || name.length > 3) && (",
    red: {
      file: "service/test/platform/traces.test.ts",
      test: "P13: a span has no attribute, event, status or name outside of the closed lists",
    },
  },
  {
    name: "traces: a span of the storefront is exported with its real address",
    breaks: "P13",
    file: "lib/tracing/listed-spans.ts",
    text: "LISTED.test(name) && (",
    becomes: "(LISTED.test(name) || name.length > 3) && (",
    red: {
      file: "lib/tracing/listed-spans.test.ts",
      test: "P13: a span of the framework keeps patterns of routes, and no address, event or text of an error",
    },
  },
];
