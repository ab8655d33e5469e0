import assert from "node:assert/strict";
import test from "node:test";
import type { InjectOptions } from "fastify";
import { type Ask, make, openShop, signedIn } from "#test/test-app.ts";

const { app, place, promoter, close } = await openShop();
test.after(close);

const { venue, stalls, whole } = place;
const event = await make(promoter, "/event", { name: "Hamlet", venue, venueConfiguration: whole });
const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
const HALL = { name: "Hall", timeZone: "Pacific/Auckland" };
const TYPE = { name: "Adult", eventDate, venueSection: stalls, price: 45 };

/** Returns the status, and the path and code of the first error. */
async function wrong(ask: ReturnType<Ask>): Promise<readonly unknown[]> {
  const { status, body } = await ask;
  const [row] = Object(body).errors ?? [];
  return [status, row?.path, row?.code];
}

const bodies: readonly (readonly [what: string, path: string, body: unknown, expected: readonly unknown[]])[] = [
  ["a field that is missing", "/venue", { timeZone: "UTC" }, [400, "name", "REQUIRED"]],
  ["a field of another type", "/venue", { ...HALL, name: 7 }, [400, "name", "TYPE"]],
  ["null for a field", "/venue", { ...HALL, name: null }, [400, "name", "TYPE"]],
  ["an unknown field", "/venue", { ...HALL, colour: "red" }, [400, "colour", "UNKNOWN_FIELD"]],
  ["a blank name", "/venue", { ...HALL, name: "  " }, [400, "name", "RANGE"]],
  ["NUL", "/venue", { ...HALL, name: "a\u0000b" }, [400, "name", "TYPE"]],
  ["an unpaired surrogate", "/venue", '{"name":"\\ud800","timeZone":"UTC"}', [400, "name", "TYPE"]],
  ["a bidirectional control", "/venue", { ...HALL, name: "\u202egnp.exe" }, [400, "name", "TYPE"]],
  [
    "a prototype",
    "/venue",
    '{"__proto__":{"name":"x"},"name":"Hall","timeZone":"UTC"}',
    [400, "__proto__", "UNKNOWN_FIELD"],
  ],
  ["an unknown time zone", "/venue", { ...HALL, timeZone: "Pacific/Nowhere" }, [400, "timeZone", "RANGE"]],
  ["broken JSON", "/venue", "{name:", [400, "", "TYPE"]],
  ["a body that is no object", "/venue", "[1]", [400, "", "TYPE"]],
  ["a huge id", "/event", { name: "x", venue: 2 ** 60 }, [400, "venue", "RANGE"]],
  ["an unknown id", "/event", { name: "x", venue: 999_999 }, [404, "venue", "NOT_FOUND"]],
  ["no configuration for a venue with two", "/event", { name: "x", venue }, [400, "venueConfiguration", "REQUIRED"]],
  ["a day that does not exist", "/eventDate", { event, eventStart: "30-02-2027T19:30" }, [400, "eventStart", "TYPE"]],
  [
    "an end before the start",
    "/eventDate",
    { event, eventStart: "05-12-2099T19:30", eventEnd: "05-12-2099T19:30" },
    [400, "eventEnd", "RANGE"],
  ],
  ["more decimals than the currency has", "/ticketType", { ...TYPE, price: 45.005 }, [400, "price", "RANGE"]],
  ["a negative price", "/ticketType", { ...TYPE, price: -1 }, [400, "price", "RANGE"]],
  ["an infinite price", "/ticketType", JSON.stringify({ ...TYPE }).replace("45", "1e999"), [400, "price", "TYPE"]],
  [
    "the most below the least",
    "/ticketType",
    { ...TYPE, minimumPerOrder: 5, maximumPerOrder: 4 },
    [400, "maximumPerOrder", "RANGE"],
  ],
  [
    "a sale that ends before it starts",
    "/ticketType",
    { ...TYPE, onSaleFrom: "02-01-2099T00:00", onSaleTo: "01-01-2099T00:00" },
    [400, "onSaleTo", "RANGE"],
  ],
];

for (const [what, path, body, expected] of bodies) {
  test(`refuses ${what} and names the field`, async () => {
    assert.deepEqual(await wrong(promoter("POST", path, body)), expected);
  });
}

const addresses: readonly (readonly [path: string, expected: readonly unknown[]])[] = [
  ["/event/0", [400, "id", "TYPE"]],
  ["/event/9007199254740993", [400, "id", "RANGE"]],
  ["/event/999999", [404, "id", "NOT_FOUND"]],
  [`/offering/${event}/WHOLESALE`, [400, "type", "RANGE"]],
  [`/offering/${event}/PUBLIC?showSoldOut=yes`, [400, "showSoldOut", "RANGE"]],
  [`/offering/${event}/PUBLIC?sideDoor=1`, [400, "sideDoor", "UNKNOWN_FIELD"]],
];
for (const [path, expected] of addresses) {
  test(`refuses GET ${path} and names the parameter`, async () => {
    assert.deepEqual(await wrong(promoter("GET", path)), expected);
  });
}

const JSON_TYPE = { "content-type": "application/json", accepts: "application/json" };
const headers = { authorization: signedIn("promoter"), ...JSON_TYPE };
const requests: readonly (readonly [what: string, request: InjectOptions, status: number])[] = [
  ["a charset", { headers: { ...headers, "content-type": "application/json; charset=UTF-8" } }, 200],
  ["no content type", { headers: { authorization: headers.authorization } }, 415],
  ["another content type", { headers: { ...headers, "content-type": "text/xml" } }, 415],
  ["a malformed address", { url: "/v2/user/%zz" }, 400],
  ["a method that the address lacks", { method: "DELETE" }, 405],
  ["no user", { headers: JSON_TYPE }, 401],
];
for (const [what, request, status] of requests) {
  test(`answers ${status} for ${what}`, async () => {
    const response = await app.inject({ method: "GET", url: "/v2/user/login", headers, ...request });
    assert.equal(response.statusCode, status);
    if (status !== 200) assert.equal(response.json().successful, false);
    if (status === 405) assert.equal(response.headers.allow, "GET");
    if (status === 401) assert.match(String(response.headers["www-authenticate"]), /^Basic realm=/);
  });
}

test("answers 413 for a body over 1 MiB, and reads one below it", async () => {
  const big = (bytes: number) => promoter("POST", "/venue", `{"name":"${"a".repeat(bytes)}"}`);
  assert.deepEqual(await wrong(big(1024 * 1024)), [413, "", "TOO_LARGE"]);
  assert.deepEqual(await wrong(big(1024 * 1024 - 100)), [400, "name", "RANGE"]);
});

test("refuses bytes that are not UTF-8", async () => {
  const payload = Buffer.concat([
    Buffer.from('{"name":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('","timeZone":"UTC"}'),
  ]);
  const response = await app.inject({ method: "POST", url: "/v2/venue", headers, payload });
  assert.equal(response.statusCode, 400);
});

test("checks the user and the access before it reads the body", async () => {
  const response = await app.inject({ method: "POST", url: "/v2/venue", headers: JSON_TYPE, payload: "{" });
  assert.equal(response.statusCode, 401);
});

test("stores text in NFC and in its own script", async () => {
  const id = await make(promoter, "/event", { name: " Cafe\u0301 東京 ", venue, venueConfiguration: whole });
  assert.equal(Object((await promoter("GET", `/event/${id}`)).body).name, "Café 東京");
});
