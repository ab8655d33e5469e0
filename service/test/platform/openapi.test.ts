import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import Fastify from "fastify";
import { demoPicture } from "#setup/season/plan.ts";
import { SEASON } from "#setup/season.ts";
import { createApp } from "#src/app.ts";
import { CALLS, callsOf } from "#src/calls.ts";
import { describeCalls, exampleOf, openApiDocument } from "#src/platform/http/openapi/document.ts";
import { mountDemoPictures } from "#src/platform/http/other-routes.ts";
import { inlineRefs } from "#test/platform/one-of-everything.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Ask, asking, at, BUYER, CARD, openShop } from "#test/test-app.ts";

type Media = {
  readonly content: { readonly "application/json": { readonly schema: object; readonly example?: unknown } };
};
type Operation = {
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};

const ALL = [...CALLS, describeCalls(CALLS).call];
const document = openApiDocument(ALL);
const inline = inlineRefs(document);
const operations = Object.entries(inline.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, of]) => ({ named: `${method} ${path}`, ...(of as unknown as Operation) })),
);

/** Formats are annotations in JSON Schema, and the zod schemas check them. */
const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** Returns the errors of an example by the JSON Schema of the document. */
function faultsOf({ schema, example }: Media["content"]["application/json"]): readonly string[] {
  const validate = validator.compile(schema);
  return validate(example)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("has an example of every call that is valid by its own schemas", () => {
  for (const call of ALL) {
    const named = `${call.method} ${call.path}`;
    const example = exampleOf(call);
    assert.ok(example, `${named}: add it to examples.json`);
    const inAddress = Object.fromEntries(Object.entries(example.params ?? {}).map(([name, of]) => [name, String(of)]));
    call.params?.parse(inAddress);
    call.body?.parse(example.body ?? {});
    call.answer.parse(example.answer);
  }
});

test("has only examples that are valid by the JSON Schema in the document", () => {
  for (const { named, requestBody, responses } of operations) {
    const answer = responses["200"]?.content["application/json"];
    const body = requestBody?.content["application/json"];
    for (const media of [answer, body]) if (media) assert.deepEqual(faultsOf(media), [], named);
    assert.notEqual(answer?.example, undefined, named);
    assert.equal(body !== undefined && body.example === undefined, false, named);
  }
});

const { db, accountId, promoter, reserved, close, app } = await openShop();
const strict = createApp(testRuntime(db), { calls: callsOf({ strictV2: true }) });
test.after(async () => {
  await strict.close();
  await close();
});
const [shop, manager] = [asking(strict, "shop"), asking(strict, "promoter")];

test("under STRICT_V2 there is no call for vouchers, the waiting list, what an event lacks, refunds, choices and cancellations about money", async () => {
  const { cart, key, event, date } = await reserved();
  for (const [ask, method, path] of [
    [manager, "POST", "/voucher"],
    [manager, "GET", `/account/${accountId}/vouchers`],
    [manager, "GET", `/account/${accountId}/paymentMethods`],
    [manager, "GET", `/account/${accountId}/venueSummaries`],
    [shop, "POST", `/cart/${cart}/voucher`],
    [shop, "GET", `/event/${event}/waitingList`],
    [manager, "GET", `/event/${event}/publishable`],
    [manager, "POST", `/order/${key}/refund`],
    [manager, "POST", "/admission/1/refund"],
    [manager, "GET", `/order/${key}/refunds`],
    [manager, "PUT", `/event/${event}/cancel`],
    [manager, "PUT", `/eventDate/${date}/cancel`],
    [manager, "GET", "/refundJob/1"],
    [shop, "POST", `/order/${key}/choice`],
    [shop, "POST", `/order/${key}/refundByBuyer`],
    [shop, "POST", "/order/refundQuote"],
    [shop, "POST", `/order/${key}/refundRequest`],
    [manager, "GET", `/account/${accountId}/refundRequests`],
    [manager, "GET", "/refundRequest/1"],
    [manager, "POST", "/refundRequest/1/approve"],
    [manager, "POST", "/refundRequest/1/decline"],
    [manager, "GET", `/account/${accountId}/voucherReturns`],
    [manager, "POST", "/voucherReturn/1/sendNew"],
    [manager, "POST", "/voucherReturn/1/leave"],
    [shop, "GET", "/storefrontRecords"],
    [shop, "PUT", "/storefrontRecords"],
    [shop, "POST", "/sources/opened"],
    [manager, "GET", `/account/${accountId}/sources`],
    [manager, "GET", `/account/${accountId}/sites`],
    [manager, "GET", "/site/1"],
    [manager, "DELETE", "/site/1"],
    [manager, "GET", `/account/${accountId}/links`],
    [manager, "GET", "/link/1"],
    [manager, "POST", "/link/1/partner"],
    [shop, "POST", "/partner"],
    [manager, "DELETE", "/user/1/secondFactor"],
    [manager, "DELETE", "/user/1/tokens"],
    [manager, "GET", "/user/1/tokens"],
    [manager, "GET", `/account/${accountId}/invitations`],
    [manager, "DELETE", "/invitation/1"],
    [shop, "POST", "/invitation/accept"],
    [shop, "POST", "/mailLink/find"],
    [shop, "POST", "/mailLink/confirm"],
    [shop, "POST", "/user/password/forgotten"],
    [shop, "POST", "/user/password/byLink"],
  ] as const) {
    const answered = await ask(method, path, method === "GET" ? undefined : { refund: "all" });
    assert.deepEqual([answered.status, at(answered, "errors", 0, "path")], [404, ""], path);
  }
  assert.equal(at(await promoter("GET", `/event/${event}`), "cancelled"), false);
});

test("under STRICT_V2 the fields of extensions are refused by name, and the plain purchase works", async () => {
  const { cart, key } = await reserved();
  assert.equal((await manager("POST", "/user/secondFactor")).status, 405);
  assert.equal(at(await manager("GET", "/user/login"), "secondFactor"), undefined);
  const token = { scopes: ["MANAGE"], name: "Laptop", expiresAt: "2020-01-01T00:00:00Z" };
  for (const [more, path] of [
    [{ code: "123456" }, "code"],
    [{ scopes: undefined }, "scopes"],
    [{}, "expiresAt"],
  ] as const)
    assert.equal(at(await manager("POST", "/user/token", { ...token, ...more }), "errors", 0, "path"), path);
  for (const more of [
    { POSTCODE: "6011" },
    { ONE_NAME: "true" },
    { messages: { address: "https://tickets.example/api", token: "a" } },
  ]) {
    const refused = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, ...more });
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, Object.keys(more)[0]]);
  }
  assert.equal((await shop("POST", `/cart/${cart}/lock`, BUYER)).status, 200);
  const voucher = { code: "0000-0000-0000-0000" };
  const both = await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD, voucher });
  assert.deepEqual([both.status, at(both, "errors", 0, "code")], [400, "UNKNOWN_FIELD"]);
  const parts = { amounts: { VOUCHER: 20, CREDIT_CARD: 75 }, creditCard: CARD };
  assert.equal((await shop("POST", `/reservation/${key}/payment`, parts)).status, 400);
  assert.equal(at(await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }), "type"), "SUCCESS");
});

test("under STRICT_V2 a user has no dates, no state and no second factor, and tokens no kind", async () => {
  const id = at(await manager("GET", "/user/login"), "id");
  const ours = ["name", "scanDates", "secondFactor", "lastActive", "state", "created", "passwordChanged"];
  const ownFields = async (ask: Ask) => Object.keys(Object((await ask("GET", `/user/${id}`)).body));
  const fields = await ownFields(promoter);
  assert.deepEqual((await ownFields(manager)).toSorted(), fields.filter((one) => !ours.includes(one)).toSorted());
  for (const field of ours) assert.ok(fields.includes(field), `${field}, the control`);
  const added = { username: "plain", password: "seven green bottles", scanDates: null };
  for (const refused of [
    await manager("POST", "/user", added),
    await manager("PUT", `/user/${id}`, { scanDates: null }),
  ])
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "scanDates"]);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  assert.equal((await promoter("POST", "/user/token", { expiresAt, name: "Browser" })).status, 200);
  const kind = async (ask: Ask) => at(await ask("GET", "/user/tokens"), "tokens", 0, "isSession");
  assert.deepEqual([await kind(manager), await kind(promoter)], [undefined, true]);
});

test("under STRICT_V2 an account has no colour and no sender", async () => {
  const shown = await manager("GET", `/account/${accountId}`);
  assert.deepEqual([at(shown, "brand"), at(shown, "senderName"), at(shown, "replyTo")], Array(3).fill(undefined));
  assert.equal(at(await promoter("GET", `/account/${accountId}`), "senderName"), null, "the control");
  for (const change of [{ brand: { colour: "#0b5d5e" } }, { senderName: "Harbour" }, { replyTo: null }]) {
    const refused = await manager("PUT", `/account/${accountId}`, change);
    assert.deepEqual([refused.status, at(refused, "errors", 0, "code")], [400, "UNKNOWN_FIELD"]);
  }
});

const get = (url: string) => app.inject({ method: "GET", url });

test("serves the documentation with all that it loads, below its own path, without a credential, with a policy that allows only its own origin", async () => {
  const page = await get("/v2/docs");
  assert.equal(page.statusCode, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const addresses = [...page.body.matchAll(/(?:src|href|data-description)="([^"]+)"/g)].map(
    ([, address = ""]) => address,
  );
  const loaded = addresses.filter((address) => address !== "data:,");
  assert.ok(loaded.length >= 5, loaded.join(" "));
  for (const address of loaded) {
    assert.ok(address.startsWith("/v2/docs/"), address);
    assert.equal((await get(address)).statusCode, 200, address);
  }
  const { paths } = (await get("/v2/docs/openapi.json")).json();
  for (const { method, path } of CALLS) assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`);
});

const pictures = Fastify();
mountDemoPictures(pictures);
const folder = new URL("../../setup/pictures/", import.meta.url);

test("serves the picture of every demo event that has one, and most have", async () => {
  const paths = SEASON.events.flatMap(({ name }) => demoPicture(name).heroImageUrl ?? []);
  assert.ok(paths.length >= 14, `${paths.length} pictures`);
  for (const path of paths) {
    const answer = await pictures.inject(path);
    assert.equal(answer.statusCode, 200, path);
    assert.equal(answer.headers["content-type"], "image/jpeg");
    assert.equal(answer.rawPayload.subarray(0, 3).toString("hex"), "ffd8ff");
  }
  const files = (await readdir(folder)).map((file) => `/pictures/demo/${file}`);
  assert.deepEqual(files.toSorted(), paths.toSorted());
});

test("answers 404 for what is no picture of the folder", async () => {
  for (const name of ["none.jpg", "..%2f..%2fpackage.json", "%2e%2e%2fseed.ts", "last-boat.png", "Last-Boat.jpg"])
    assert.equal((await pictures.inject(`/pictures/demo/${name}`)).statusCode, 404, name);
});
