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

/** Answers success to a call without carrying it out. */
const ignores = (call: RegExp): Breakage => ({
  instead: ({ method, path }) => (call.test(`${method} ${path}`) ? answer({ successful: true }) : undefined),
});

const SUCCESS = { successful: true, messages: [], errors: [] };

const CONTROLS: readonly (readonly [
  what: string,
  only: string,
  options: readonly string[],
  breakage: Breakage,
  red: readonly string[],
])[] = [
  [
    "a price that is no amount",
    "CAT,SHP",
    READS,
    changes(/^GET \/ticketType\/\d+$/, (body) => ({ ...body, price: "dear" })),
    ["CAT-60"],
  ],
  [
    "an unknown user who is accepted",
    "TRA",
    READS,
    accepting((sent) => sent?.startsWith("Basic ") === true && sent !== RIGHT),
    ["TRA-07"],
  ],
  ["calls without a credential", "TRA-0", READS, accepting((sent) => sent === undefined), ["TRA-06"]],
  ["another scheme than Basic", "TRA", READS, accepting((sent) => sent?.startsWith("Bearer ") === true), ["TRA-10"]],
  [
    "answers that are no JSON",
    "TRA",
    READS,
    { answers: (one) => ({ ...one, headers: { ...one.headers, "content-type": "text/html" } }) },
    ["TRA-05"],
  ],
  [
    "errors in another shape",
    "ERR",
    READS,
    {
      answers: (one, { path }) =>
        path === "/event/999999999"
          ? { ...one, text: '{"successful":false,"messages":[],"errors":[{"code":"NOT_FOUND"}]}' }
          : one,
    },
    ["ERR-01"],
  ],
  [
    "a missing event that is answered with success",
    "ERR-04",
    READS,
    { instead: ({ path }) => (path === "/event/999999999" ? answer({ id: 999_999_999 }) : undefined) },
    ["ERR-04"],
  ],
  [
    "a start without an offset",
    "CAT,SHP",
    READS,
    changes(/^GET \/eventDate\/\d+$/, (body) => ({ ...body, startDate: "2026-12-04T19:30" })),
    ["CAT-40", "SHP-06"],
  ],
  ["summaries that are no list", "CAT", READS, changes(/eventSummaries/, (events) => ({ events })), ["CAT-10"]],
  [
    "references without an id or a link",
    "CAT",
    READS,
    changes(/^GET \/account\/\d+\/venues/, () => ({ refs: [{ name: "Hall" }] })),
    ["CAT-09"],
  ],
  [
    "an event at two venues",
    "CAT-31",
    READS,
    changes(/^GET \/event\/\d+$/, (body) => ({ ...body, venue: [body.venue, body.venue] })),
    ["CAT-31"],
  ],
  [
    "another account that is readable",
    "TRA",
    READS,
    { instead: ({ path }) => (/^\/account\/2$/.test(path) ? answer({ name: "Other" }) : undefined) },
    ["TRA-29"],
  ],
  [
    "a key that is none",
    "RES-0,STA",
    WRITES,
    changes(/^POST \/reservation\/?$/, (body) => (body.successful ? { ...body, key: "not a key" } : body)),
    ["RES-01"],
  ],
  [
    "a reservation that DELETE does not remove",
    "RES-17,RES-18",
    WRITES,
    ignores(/^DELETE \/reservation/),
    ["RES-17", "RES-18"],
  ],
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
    "a quote that is no amount",
    "RES-1",
    WRITES,
    changes(/^POST \/quote/, (body) => ({ ...body, total: "cheap" })),
    ["RES-19"],
  ],
  ["an unlock that does nothing", "STA-04,CAR-09", WRITES, ignores(/^POST \/cart\/\w+\/unlock/), ["STA-04"]],
  [
    "a lock that is not read back",
    "STA",
    WRITES,
    changes(/^GET \/payment/, (body) => ({ ...body, status: body.status === "LOCKED" ? "RESERVED" : body.status })),
    ["STA-03"],
  ],
  [
    "a cart whose total is too high",
    "CAR-2",
    WRITES,
    changes(/^GET \/cart\/\w+$/, (body) => ({ ...body, total: { ...Object(body.total), amount: 9_999 } })),
    ["CAR-24"],
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
  ["a mail for an unpaid sale", "SAL-1", WRITES, changes(/sendEmail/, () => SUCCESS), ["SAL-12"]],
  [
    "a second admission that is allowed",
    "SAL-3",
    WRITES,
    changes(/^POST \/admission\/[\w-]+\/admit/, (body) =>
      body.result === "ALREADY_ADMITTED" ? { ...body, result: "ADMITTED" } : body,
    ),
    ["SAL-31", "SAL-32"],
  ],
  ["an order that is not admitted", "SAL-40", WRITES, ignores(/^POST \/order\/\w+\/admit/), ["SAL-40"]],
  [
    "a used order that is admitted again",
    "SAL-42",
    WRITES,
    changes(/^POST \/order\/\w+\/admit/, (body) => ({ ...body, successful: true })),
    ["SAL-42"],
  ],
  [
    "a list for the door without a timestamp",
    "SAL-4",
    READS,
    changes(/admissionsMinimal/, ({ timestamp: _, ...body }) => body),
    ["SAL-41"],
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

test("turns nothing red through the same proxy when nothing is broken", async () => {
  proxy.behave({});
  const run = await runKit(proxy, MANAGER, ["--only", "TRA,STA,RES,CAR", ...WRITES]);
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.equal(run.code, 0);
});

test("lists a reservation that it could not remove, with its key", async () => {
  proxy.behave(ignores(/^DELETE \/reservation/));
  const run = await runKit(proxy, MANAGER, ["--only", "RES-01", ...WRITES]);
  assert.match(run.output, /left: reservation [A-Z0-9]{10} \(it is still there after DELETE/);
  assert.ok(run.left.some((what) => /^reservation [A-Z0-9]{10}$/.test(what)));
});
