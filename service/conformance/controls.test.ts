import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { type Breakage, startOtherService } from "#conformance/other-service/service.ts";
import { openClient } from "./client.ts";
import { createKit } from "./kit.ts";
import { type Result, runStatements, STATEMENTS } from "./run.ts";
import { CARDS } from "./run-conformance.ts";

const service = await startOtherService();
const { url, user, password, accountId } = service;
const client = openClient({
  address: url,
  user,
  password,
  ca: readFileSync(service.ca, "utf8"),
  timeoutMs: 15_000,
  writes: true,
});
after(() => Promise.all([client.close(), service.close()]));

async function resultsOf(ids: readonly string[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  const kit = createKit(client, { account: accountId, cards: CARDS });
  await runStatements(
    STATEMENTS.filter(({ id }) => ids.includes(id)),
    kit,
    { mask: (text) => text, onResult: (result) => results.push(result) },
  );
  await kit.leftovers.removeAll();
  return results;
}

/** Returns the ids of those of these statements that fail. */
async function failing(ids: readonly string[]): Promise<readonly string[]> {
  return (await resultsOf(ids)).filter(({ result }) => result === "fail").map(({ id }) => id);
}

type Json = Readonly<Record<string, unknown>>;

/** Changes the answers to a call that were 200. */
function changes(call: RegExp, change: (body: Json) => unknown): Breakage {
  return {
    answers: (answer, called) =>
      call.test(called) && answer.status === 200 ? { ...answer, body: change(Object(answer.body)) } : answer,
  };
}

/** Answers a call with success, whatever it would be. */
const always = (call: RegExp, body: object): Breakage => ({
  answers: (answer, called) => (call.test(called) ? { status: 200, body } : answer),
});

/** Each breaks a promise about credentials, places or money, or the shape of an answer. */
const CONTROLS: readonly (readonly [what: string, Breakage, red: readonly string[]])[] = [
  ["calls without a credential", { isOpen: true }, ["TRA-06"]],
  ["a price that is no amount", changes(/^GET .ticketType/, (type) => ({ ...type, price: "dear" })), ["CAT-60"]],
  ["another account that is readable", always(/^GET .account.8$/, { name: "Other" }), ["TRA-29"]],
  [
    "a reservation that DELETE does not remove",
    { reads: (call) => (call.method === "DELETE" ? { ...call, method: "GET" } : call) },
    ["RES-17", "RES-18"],
  ],
  [
    "places that are sold twice",
    always(/^POST .reservation$/, { successful: true, key: "CONFORMA01", multiSaleKey: "CONFORMA02" }),
    ["RES-06"],
  ],
  ["a cart whose total is too high", changes(/^GET .cart.\w+$/, (cart) => ({ ...cart, total: 9_999 })), ["CAR-24"]],
  [
    "a wrong amount that is accepted",
    changes(/^POST .cart.\w+.payment$/, (payment) => ({ ...payment, type: "SUCCESS" })),
    ["CAR-40"],
  ],
  [
    "a declined card that is charged",
    { reads: (call) => ({ ...call, body: JSON.parse(JSON.stringify(call.body).replace(CARDS.bad, CARDS.good)) }) },
    ["CAR-45"],
  ],
  [
    "a second admission that is allowed",
    changes(/^POST .admission.[\w-]+.admit$/, () => ({ result: "ADMITTED" })),
    ["SAL-31", "SAL-32"],
  ],
];

for (const [what, breakage, red] of CONTROLS) {
  test(`turns ${red.join(" and ")} red for ${what}, and not without it`, async () => {
    service.breakBy(breakage);
    assert.deepEqual(await failing(red), red);
    service.breakBy({});
    assert.deepEqual(await failing(red), []);
  });
}

test("the source of a reservation is not offered by a service that refuses the field", async () => {
  service.breakBy({ reads: (call) => ("source" in call.body ? { ...call, body: {} } : call) });
  const reasons = (await resultsOf(["RES-14", "SAL-59"])).map((found) => "reason" in found && found.reason);
  assert.deepEqual(reasons, Array(2).fill("not offered: the field is refused"));
  service.breakBy({});
});
