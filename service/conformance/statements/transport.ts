import { request } from "undici";
import { z } from "zod";
import { basic } from "#conformance/client.ts";
import {
  expect,
  expectShape,
  expectStatus,
  fieldOf,
  NotApplicable,
  notOffered,
  object,
  requireExtensionStatus,
  requireOffered,
  text,
} from "#conformance/expect.ts";
import { extension, reference, type Statement, specification } from "#conformance/statement.ts";

const LOGIN = "/user/login";
/** A name that no service has as a user. */
const UNKNOWN_USER = { user: "conformance-no-such-user", password: "conformance" };
const WITHOUT_TYPE = { "content-type": undefined, accepts: undefined, accept: undefined };
const REFUSED = [401, 403];
const MISSING = 999_999_999;

const row = z.looseObject({
  path: text,
  code: z.enum(["REQUIRED", "TYPE", "RANGE", "UNKNOWN_FIELD", "NOT_FOUND", "NOT_AUTHENTICATED"]),
  message: text,
});
const errorBody = z.looseObject({ successful: z.literal(false), messages: z.array(text), errors: z.array(row).min(1) });

/** Sends a request without TLS and without the credential, and returns the status, or `undefined` without an answer. */
async function statusWithoutTls(address: string): Promise<number | undefined> {
  const { host, pathname } = new URL(address);
  try {
    const { statusCode, body } = await request(`http://${host}${pathname}${LOGIN}`, { method: "GET" });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  }
}

export const TRANSPORT_STATEMENTS: readonly Statement[] = [
  specification(
    "TRA-01",
    "A GET states JSON by the suffix `.json` of its address, or by the headers `Content-Type` and `Accepts` (spelled so).",
    async ({ get }) => {
      for (const answer of [
        await get(`${LOGIN}.json`, { headers: WITHOUT_TYPE }),
        await get(LOGIN, { headers: { accept: undefined } }),
      ]) {
        expectStatus(answer, 200);
        expectShape(answer, object, answer.body);
      }
    },
  ),
  specification("TRA-05", "Every answer is JSON.", async ({ get, catalogue }) => {
    for (const answer of [await catalogue.login(), await get("/user/no-such-call")]) {
      const type = answer.headers["content-type"] ?? "";
      const isJson = /^application\/(\w+\+)?json\b/.test(type) && answer.body !== undefined;
      expect(answer.status >= 400 || isJson, answer, "application/json", type);
    }
  }),
  specification(
    "TRA-06",
    "Every call needs HTTP Basic: without a credential it is refused, and neither another scheme nor a cookie replaces it.",
    async ({ get, catalogue }) => {
      for (const path of [LOGIN, "/event/1"]) expectStatus(await get(path, { as: "no user" }), ...REFUSED);
      const authorization = `Bearer ${basic(UNKNOWN_USER).slice("Basic ".length)}`;
      expectStatus(await get(LOGIN, { as: "no user", headers: { authorization } }), ...REFUSED);
      const cookie = (await catalogue.login()).headers["set-cookie"]?.split(";")[0];
      if (cookie !== undefined) expectStatus(await get(LOGIN, { as: "no user", headers: { cookie } }), ...REFUSED);
    },
  ),
  reference("TRA-07", "An unknown or disabled user gets 401.", async ({ get }) => {
    expectStatus(await get(LOGIN, { as: UNKNOWN_USER }), 401);
  }),
  specification("TRA-08", "A wrong password is refused.", async ({ get, writes, user }) => {
    // A service may count failures, so a run that only reads makes none in a user's name.
    if (!writes) throw new NotApplicable("it needs --writes: a service may count failures of this user");
    expectStatus(await get(LOGIN, { as: { user, password: "conformance-wrong-password" } }), ...REFUSED);
  }),
  specification("TRA-12", "Plain HTTP gets no answer of the interface.", async ({ address, catalogue }) => {
    if (!address.startsWith("https:")) throw new NotApplicable("this address is plain HTTP on this machine");
    const status = await statusWithoutTls(address);
    const answer = await catalogue.login();
    expect(status === undefined || status >= 300, answer, "no answer, or a refusal, without TLS", status);
  }),
  specification("TRA-13", "The version is the last segment of the base address: `/v2`.", async (kit) => {
    const { address, catalogue } = kit;
    expect(/\/v2$/.test(new URL(address).pathname), await catalogue.login(), "an address that ends in /v2", address);
  }),
  specification(
    "TRA-16",
    "Other methods send `Content-Type: application/json`, and are understood.",
    async ({ write }) => {
      const answer = await write("POST", "/reservation/", {});
      const isUnderstood = answer.status !== 415 && answer.status < 500;
      expect(isUnderstood, answer, "a refusal of an empty reservation", answer.status);
    },
  ),
  extension(
    "TRA-25",
    "A user's password may be an access token, which ends with the password and has no more than its scopes.",
    async ({ write, get, user, manager }) => {
      const made = await manager.makeToken();
      requireOffered(made);
      requireExtensionStatus(made, 200);
      const as = { user, password: String(fieldOf(made.body, "token")) };
      expectStatus(await get(LOGIN, { as }), 200);
      expectStatus(await write("DELETE", `/user/token/${fieldOf(made.body, "id")}`), 200);
      expectStatus(await get(LOGIN, { as }), 401);
    },
  ),
  reference("TRA-29", "A user belongs to one account and reads no other.", async ({ get, catalogue }) => {
    const own = await catalogue.accountId();
    for (const other of [own - 1, own + 1].filter((one) => one > 0)) {
      const answer = await get(`/account/${other}`);
      expect(answer.status !== 200, answer, "no other account", answer.status);
    }
  }),
  extension(
    "ERR-01",
    "Every error has the body `{ successful: false, messages: [text], errors: [{ path, code, message, ticketType?, left? }] }`: 400 for the wrong shape of a body, query or path, 404 for what is missing, expired or of another account.",
    async ({ get }) => {
      const answers = [
        [await get("/event/abc"), 400],
        [await get(`${LOGIN}?conformance=1`), 400],
        [await get("/no-such-call"), 404],
        [await get(`/event/${MISSING}`), 404],
        [await get(LOGIN, { as: "no user" }), 401],
      ] as const;
      if (answers.every(([{ body }]) => fieldOf(body, "errors") === undefined)) throw notOffered("another body");
      for (const [answer, status] of answers) {
        expectStatus(answer, status);
        const { messages, errors } = expectShape(answer, errorBody, answer.body);
        const isSame = errors.every(({ message }, at) => message === messages[at]);
        expect(isSame, answer, "the rows' messages in `messages`", messages);
      }
    },
  ),
  extension(
    "ERR-08",
    "Each error row has a `reason`, which is in the enumeration `Reason` of the service's OpenAPI document. It tells the kinds of one `code` apart.",
    async ({ get }) => {
      const answers = [
        await get("/event/abc"),
        await get(`${LOGIN}?conformance=1`),
        await get("/no-such-call"),
        await get(`/event/${MISSING}`),
        await get(LOGIN, { as: "no user" }),
      ];
      if (answers.every(({ body }) => fieldOf(body, "errors", 0, "reason") === undefined))
        throw notOffered("no reasons");
      const document = await get("/openapi");
      const listed = fieldOf(document.body, "components", "schemas", "Reason", "enum");
      const reason = z.enum(expectShape(document, z.array(text), listed, "the enumeration Reason"));
      const errors = z.array(z.looseObject({ reason })).min(1);
      for (const answer of answers) expectShape(answer, errors, fieldOf(answer.body, "errors"), "errors");
    },
  ),
  reference("ERR-04", "A resource that does not exist is not answered with success.", async ({ get }) => {
    for (const path of [`/event/${MISSING}`, `/ticketType/${MISSING}`, `/payment/NOSUCHSALE`]) {
      const answer = await get(path);
      const isSuccess = answer.status < 300 && fieldOf(answer.body, "successful") !== false;
      expect(!isSuccess && answer.status < 500, answer, "a refusal", answer.status);
    }
  }),
  extension(
    "ERR-06",
    "The answers to a missing resource and to one of another account do not differ.",
    async ({ get, catalogue }) => {
      const neighbour = await get(`/account/${(await catalogue.accountId()) + 1}`);
      const missing = await get(`/account/${MISSING}`);
      requireExtensionStatus(missing, 404);
      expectStatus(neighbour, 404);
      expect(neighbour.text === missing.text, neighbour, "the answer to a missing account", neighbour.body);
    },
  ),
  extension("ERR-07", "403: the user lacks the capability.", async ({ get, catalogue }) => {
    const answer = await get(`/account/${await catalogue.accountId()}/users`);
    if (answer.status === 200) throw new NotApplicable("this user may manage; run as one who only sells to check it");
    requireExtensionStatus(answer, 403);
  }),
];
