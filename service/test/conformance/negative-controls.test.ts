import assert from "node:assert/strict";
import test from "node:test";
import { type Breakage, type ProxiedAnswer, type ProxiedRequest, startBreakingProxy } from "./breaking-proxy.ts";
import { CARDS, MANAGER, startOwnService } from "./own-service.ts";
import { runKit, writing } from "./run-kit.ts";

const service = await startOwnService();
const proxy = await startBreakingProxy(service);
test.after(async () => {
  proxy.close();
  await service.close();
});

const RIGHT = `Basic ${Buffer.from(`${MANAGER.user}:${MANAGER.password}`).toString("base64")}`;
const WRITES = writing(CARDS);
const READS: readonly string[] = [];

type Json = Record<string, unknown>;

/** Changes the JSON of the answers to a call that were 200. */
function changes(call: RegExp, change: (body: Json, request: ProxiedRequest) => unknown): Breakage {
  return {
    answers: (answer, request) =>
      call.test(`${request.method} ${request.path}`) && answer.status === 200
        ? { ...answer, text: JSON.stringify(change(JSON.parse(answer.text), request)) }
        : answer,
  };
}

const answer = (body: unknown): ProxiedAnswer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  text: JSON.stringify(body),
});

/** Sends the right credential instead of one that fits. */
const accepting = (fits: (authorization: string | undefined) => boolean): Breakage => ({
  sends: (request) =>
    fits(request.headers.authorization)
      ? { ...request, headers: { ...request.headers, authorization: RIGHT } }
      : request,
});

const SUCCESS = { successful: true, messages: [], errors: [] };

/** Each breaks a promise about credentials, places or money. */
const CONTROLS: readonly (readonly [
  what: string,
  only: string,
  options: readonly string[],
  breakage: Breakage,
  red: readonly string[],
])[] = [
  ["calls without a credential", "TRA-0", READS, accepting((sent) => sent === undefined), ["TRA-06"]],
  [
    "places that are sold twice",
    "RES-0",
    WRITES,
    {
      instead: ({ body }) =>
        /^\{"event":\d+,"tickets":\[\{"ticketType":\d+,"quantity":99999\}\]\}$/.test(body)
          ? answer({ ...SUCCESS, key: "CONFORMA01", multiSaleKey: "CONFORMA02" })
          : undefined,
    },
    ["RES-06"],
  ],
  [
    "a wrong amount that is accepted",
    "CAR-40",
    WRITES,
    changes(/^POST \/cart\/\w+\/payment/, (body) => ({ ...body, type: "SUCCESS" })),
    ["CAR-40"],
  ],
  [
    "a declined card that is charged",
    "CAR-45",
    WRITES,
    { sends: (request) => ({ ...request, body: request.body.replace(CARDS.bad, CARDS.good) }) },
    ["CAR-45"],
  ],
  [
    "a second admission that is allowed",
    "SAL-3",
    WRITES,
    changes(/^POST \/admission\/[\w-]+\/admit/, (body) =>
      body.result === "ALREADY_ADMITTED" ? { ...body, result: "ADMITTED" } : body,
    ),
    ["SAL-31", "SAL-32"],
  ],
];

for (const [what, only, options, breakage, red] of CONTROLS) {
  test(`turns ${red.join(" and ")} red for ${what}`, async () => {
    proxy.behave(breakage);
    const run = await runKit(proxy, MANAGER, ["--only", only, ...options]);
    assert.deepEqual(run.ids("fail"), red, run.output);
    assert.equal(run.code, 1);
  });
}
