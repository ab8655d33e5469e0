import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { openApiDocument } from "#src/platform/http/openapi/document.ts";
import { inlineRefs } from "#test/platform/one-of-everything.ts";
import { at, make, openShop } from "#test/test-app.ts";

const { db, promoter, accountId, putOn, close } = await openShop();
test.after(close);

// Two of each listed resource, so that each list has a second page. The users are those of the test accounts.
const [on] = [await putOn(), await putOn()];
const { event } = on;
for (const name of ["one", "two"]) {
  await make(promoter, "/venue", { name, timeZone: "Pacific/Auckland" });
  await make(promoter, "/masterTicket", { event, name, price: 5 });
  await make(promoter, "/additionalField", { event, name, label: name, inputType: "TEXT" });
  await make(promoter, "/offeringCopy", { event, text: name });
  const group = await make(promoter, "/eventGroup", { name, events: [event] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  await make(promoter, "/discount", { name, kind: "PER_TICKET", percentage: 5 });
  await make(promoter, "/festivalDiscount", { name, percentage: 5 });
  await make(promoter, "/multipack", { name, quantity: 2, discountType: "PERCENTAGE", discountAmount: 5 });
  await make(promoter, "/code", { text: name, kind: "BOOKING" });
  await make(promoter, "/voucher", { amount: 5 });
  await make(promoter, `/account/${accountId}/sites`, { origin: `https://${name}.example` });
  await make(promoter, `/account/${accountId}/links`, { name, kind: "LINK" });
  const invited = { email: `${name}@example.com`, capabilities: ["SCAN"], language: "en" };
  await make(promoter, `/account/${accountId}/invitations`, { ...invited, link: "https://tickets.example/{key}" });
  await db.query(
    `INSERT INTO message (account_id, kind, key, recipient, language, state)
     VALUES ($1, 'TICKETS', $2, 'ada@example.com', 'en', 'DEAD')`,
    [accountId, name],
  );
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
  await make(promoter, "/user/token", { scopes: ["MANAGE"], expiresAt, name });
}

const made = new Date().toISOString();

const ids: Readonly<Record<string, unknown>> = {
  account: accountId,
  user: at(await promoter("GET", "/user/login"), "id"),
};

/** Returns the rows of a page, for a list of any name. */
function rowsOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : Object.values(Object(body)).flatMap((value) => value as readonly unknown[]);
}

for (const path of listPaths(inlineRefs(openApiDocument(CALLS)).paths)) {
  const address = path.replace("{id}", String(ids[path.split("/", 2)[1] ?? ""] ?? event));
  // What these tests read, and are refused, is counted in the log within a second.
  const query = path.endsWith("/auditLog") ? `to=${made}&` : "";
  test(`GET ${path} returns all rows over its pages, with their number`, async () => {
    const whole = await promoter("GET", `${address}?${query}`);
    assert.equal(whole.status, 200, JSON.stringify(whole.body));
    const all = rowsOf(whole.body);
    assert.ok(all.length >= 2, `only ${all.length} to list`);
    assert.equal(whole.headers["x-total-count"], String(all.length));
    const paged: unknown[] = [];
    for (let page = 1; page <= all.length; page += 1) {
      const { body, headers } = await promoter("GET", `${address}?${query}page=${page}&pageSize=1`);
      assert.equal(headers["x-total-count"], String(all.length));
      assert.equal(rowsOf(body).length, 1);
      paged.push(...rowsOf(body));
    }
    assert.deepEqual(paged, all);
    assert.deepEqual(rowsOf((await promoter("GET", `${address}?${query}page=${all.length + 1}&pageSize=1`)).body), []);
    assert.equal((await promoter("GET", `${address}?page=0`)).status, 400);
  });
}

type Paths = ReturnType<typeof openApiDocument>["paths"];

/** Returns the calls that answer a list: an array, or an object with one array and at most `truncated` beside it. What is asked for by its names has no pages. */
function listPaths(paths: Paths): readonly string[] {
  return Object.keys(paths).filter((path) => isList(answerOf(paths[path]?.get)) && !requiresQuery(paths[path]?.get));
}

function requiresQuery(operation: unknown): boolean {
  const parameters: readonly object[] = Object(operation).parameters ?? [];
  return parameters.some((one) => Reflect.get(one, "in") === "query" && Reflect.get(one, "required") === true);
}

function answerOf(operation: unknown): object {
  return Object(Object(operation).responses?.["200"].content["application/json"].schema);
}

function isList(schema: object): boolean {
  if (Reflect.get(schema, "type") === "array") return true;
  const { truncated: _truncated, ...fields } = Object(Reflect.get(schema, "properties"));
  const [only, ...others] = Object.values(fields);
  return others.length === 0 && Object(only).type === "array";
}
