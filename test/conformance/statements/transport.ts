import { request } from "undici";
import { basic } from "#test/conformance/client.ts";
import { expect, expectShape, expectStatus, requireExtensionStatus, requireOffered } from "#test/conformance/expect.ts";
import { makeToken } from "#test/conformance/managed-things.ts";
import { object } from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const LOGIN = "/user/login";
/** A name that no service has as a user. */
const UNKNOWN_USER = { user: "conformance-no-such-user", password: "conformance" };
const WITHOUT_TYPE = { "content-type": undefined, accepts: undefined, accept: undefined };
const REFUSED = [401, 403];

/** Sends a request without TLS and without the credential, and returns the status, or `undefined` without an answer. */
async function statusWithoutTls(address: string): Promise<number | undefined> {
  const { host } = new URL(address);
  try {
    const { statusCode, body } = await request(`http://${host}${new URL(address).pathname}${LOGIN}`, { method: "GET" });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  }
}

export const TRANSPORT_STATEMENTS: readonly Statement[] = [
  specification("TRA-01", "A GET states JSON by the suffix `.json` of its address.", async ({ get }) => {
    const answer = await get(`${LOGIN}.json`, { headers: WITHOUT_TYPE });
    expectStatus(answer, 200);
    expectShape(answer, object);
    return undefined;
  }),
  specification(
    "TRA-02",
    "Or it states JSON by the headers `Content-Type` and `Accepts` (spelled so).",
    async ({ get }) => {
      const answer = await get(LOGIN, { headers: { accept: undefined } });
      expectStatus(answer, 200);
      return undefined;
    },
  ),
  specification("TRA-05", "Every answer is JSON.", async ({ get, catalogue }) => {
    for (const answer of [await catalogue.login(), await get("/user/no-such-call")]) {
      const type = answer.headers["content-type"] ?? "";
      const isJson = /^application\/(\w+\+)?json\b/.test(type) && answer.body !== undefined;
      expect(answer.status >= 400 || isJson, answer, "application/json", type);
    }
    return undefined;
  }),
  specification(
    "TRA-06",
    "Every call needs HTTP Basic: without a credential it is refused.",
    async ({ get, catalogue }) => {
      for (const path of [LOGIN, `/account/${await catalogue.accountId()}`, "/event/1"])
        expectStatus(await get(path, { as: "no user" }), ...REFUSED);
      return undefined;
    },
  ),
  reference("TRA-07", "An unknown or disabled user gets 401.", async ({ get }) => {
    expectStatus(await get(LOGIN, { as: UNKNOWN_USER }), 401);
    return undefined;
  }),
  specification("TRA-08", "A wrong password is refused.", async ({ get, writes, user }) => {
    // A service may count failures, so a run that only reads makes none in a user's name.
    if (!writes) throw new NotApplicable("it needs --writes: a service may count failures of this user");
    expectStatus(await get(LOGIN, { as: { user, password: "conformance-wrong-password" } }), ...REFUSED);
    return undefined;
  }),
  specification("TRA-10", "No other scheme than Basic is accepted.", async ({ get }) => {
    const headers = { authorization: `Bearer ${basic(UNKNOWN_USER).slice("Basic ".length)}` };
    expectStatus(await get(LOGIN, { as: "no user", headers }), ...REFUSED);
    return undefined;
  }),
  reference(
    "TRA-11",
    "There are no sessions: a cookie of an answer does not replace the credential.",
    async ({ get, catalogue }) => {
      const cookie = (await catalogue.login()).headers["set-cookie"];
      if (cookie === undefined) return undefined;
      expectStatus(await get(LOGIN, { as: "no user", headers: { cookie: cookie.split(";")[0] } }), ...REFUSED);
      return undefined;
    },
  ),
  specification(
    "TRA-12",
    "JSON over HTTPS only: plain HTTP gets no answer of the interface.",
    async ({ address, catalogue }) => {
      if (!address.startsWith("https:")) throw new NotApplicable("this address is plain HTTP on this machine");
      const status = await statusWithoutTls(address);
      const answer = await catalogue.login();
      expect(status === undefined || status >= 300, answer, "no answer, or a refusal, without TLS", status);
      return undefined;
    },
  ),
  specification(
    "TRA-13",
    "The version is the last segment of the base address: `/v2`.",
    async ({ address, catalogue }) => {
      expect(/\/v2$/.test(new URL(address).pathname), await catalogue.login(), "an address that ends in /v2", address);
      return undefined;
    },
  ),
  specification(
    "TRA-16",
    "Other methods send `Content-Type: application/json`, and are understood.",
    async ({ write }) => {
      const answer = await write("POST", "/reservation/", {});
      const isUnderstood = answer.status !== 415 && answer.status < 500;
      expect(isUnderstood, answer, "a refusal of an empty reservation", `status ${answer.status}`);
      return undefined;
    },
  ),
  extension(
    "TRA-25",
    "A user's password may be an access token, which ends with the password and has no more than its scopes.",
    async (kit) => {
      const { write, get, user } = kit;
      const made = await makeToken(kit);
      requireOffered(made);
      requireExtensionStatus(made, 200);
      const { id, token } = Object(made.body) as { readonly id?: unknown; readonly token?: unknown };
      const as = { user, password: String(token) };
      expectStatus(await get(LOGIN, { as }), 200);
      expectStatus(await write("DELETE", `/user/token/${id}`), 200);
      expectStatus(await get(LOGIN, { as }), 401);
      return undefined;
    },
  ),
  reference("TRA-29", "A user belongs to one account and reads no other.", async ({ get, catalogue }) => {
    const own = await catalogue.accountId();
    for (const other of [own - 1, own + 1].filter((one) => one > 0)) {
      const answer = await get(`/account/${other}`);
      expect(answer.status !== 200, answer, "no other account", `status ${answer.status}`);
    }
    return undefined;
  }),
  reference(
    "TRA-30",
    "The interface has no webhooks and no rate limits, and asks for no idempotency.",
    notCheckable("an absence cannot be observed"),
  ),
  specification(
    "TRA-31",
    "A test system has its own addresses and a fake payment processor, with one card that always succeeds and one that always fails.",
    notCheckable("which cards these are is known to its operator: name them with --good-card and --bad-card"),
  ),
];
