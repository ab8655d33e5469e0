import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { putOnSale, STOREFRONT } from "#e2e/system/contract/put-on-sale.ts";
import { builtActions } from "#e2e/tools/built-storefront.ts";
import { acceptingCookies } from "#e2e/tools/cookie-names.ts";
import { fetchStorefront, type Served } from "#e2e/tools/fetch-storefront.ts";

const isFull = process.env.E2E_SIZE === "full";
/** How many forms each action receives of each kind, at least one for each page that has it. */
const FORMS = isFull ? 300 : 2;
const SEED = 20_261_126;
const LOG = join(process.env.LEAK_LOGS ?? "", "storefront.log");
/** Sent again to the page to which their page leads, they find there that nothing is left to do. */
const MAY_LEAD_ON: ReadonlySet<string> = new Set(["extendReservation", "reserveTicketsAgain"]);
/** Each cart takes one ticket. */
const CAPACITY = 5_000;

const BOUNDARY = "-------------malformed-actions";
const OWN = { origin: STOREFRONT, "sec-fetch-site": "same-origin" };
const MULTIPART = { ...OWN, "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

/** Fields of our forms, and names that a careless reader takes for something else. */
const NAMES = [
  "locale",
  "event",
  "code",
  "quantity",
  "date",
  "qty.1",
  "link",
  "admission",
  "email",
  "firstName",
  "lastName",
  "number",
  "expiry",
  "name",
  "voucher",
  "user",
  "reason",
  "decision",
  "request",
  "holder",
  "to",
  "of",
  "formKey",
  "answers",
  "token",
  "proof",
  "currentEmail",
  "ticket",
  "shown",
  "password",
  "__proto__",
  "constructor",
  "then",
];

/** References of React's encoding of arguments, most of them to what is not there. */
const REFERENCES =
  "$K1 $K9 $F1 $@1 $1:x:y $1 $h1 $Q1 $W1 $i1 $B1 $T1 $r1 $R1 $x1 $X1 $g1 $A1 $O1 $U1 $n9x $D0 $-0 $NaN $$ $undefined".split(
    " ",
  );
const ARGUMENTS = [
  ...REFERENCES.flatMap((one) => [`"${one}"`, `["${one}"]`, `[{"fieldErrors":"${one}"},"$K1"]`]),
  "",
  "[",
  "[]",
  "{}",
  "null",
  '{"__proto__":{"then":1}}',
  '[{"values":{"email":{}}},"$K1"]',
  '[[],"$K1","$K1"]',
  "[".repeat(5_000),
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
];

type Fields = readonly (readonly [name: string, value: string])[];
type Form = { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer };

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(...ARGUMENTS),
);
const fields = fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), { maxLength: 5 });

/** Previous states of a form. The last is an object that throws at each use. */
const STATES = ["{}", "[]", "null", '"x"', '{"fieldErrors":1,"values":[]}', '{"turn":{},"message":[]}', '"$T1"'];
/** How many of them each action receives, in turns. */
const STATES_EACH = isFull ? STATES.length : 3;

/** Returns forms of each kind: as React sends them and as a browser without a script does, correct and malformed in their frame. */
function formsOf(id: string, at: number, pages: number): Readonly<Record<string, readonly Form[]>> {
  const states = [...STATES, ...STATES].slice(at % STATES.length).slice(0, STATES_EACH);
  const called = { ...MULTIPART, "next-action": id, accept: "text/x-component" };
  const inFrame = fields.map((all) => all.map(([name, value]) => [`_1_${name}`, value] as const));
  const call = (parameters: string, all: Fields): Form => ({
    headers: called,
    body: multipart([...all, ["0", parameters]]),
  });
  const form = (action: object, bound: string, all: Fields): Form => {
    const frame = [
      ["$ACTION_REF_1", ""],
      ["$ACTION_1:0", JSON.stringify(action)],
      ["$ACTION_1:1", bound],
      ["$ACTION_KEY", "k"],
    ] as const;
    return { headers: MULTIPART, body: multipart([...frame, ...all]) };
  };
  const sample = (forms: fc.Arbitrary<Form>) => fc.sample(forms, { numRuns: Math.max(FORMS, pages), seed: SEED + at });
  return {
    // The form is the first parameter of some actions, and the second of the others.
    "a call": sample(inFrame.map((all) => call('["$K1","$K1"]', all))),
    "a call with a forged state": states.map((state) => call(`[${state},"$K1"]`, [["_1_locale", "en"]])),
    "a form": sample(
      fields.map((all) => ({ headers: MULTIPART, body: multipart([[`$ACTION_ID_${id}`, ""], ...all]) })),
    ),
    "a malformed call": sample(fc.tuple(odd, inFrame).map(([given, all]) => call(given, all))),
    "a form with a forged state": states.map((state) => form({ id, bound: "$@1" }, `[${state}]`, [["locale", "en"]])),
    "a malformed form": sample(
      fc
        .tuple(fc.constantFrom(undefined, null, {}, ...REFERENCES), odd, fields)
        .map(([bound, given, all]) => form({ id, bound }, given, all)),
    ),
    "a text": sample(odd.map((body) => ({ headers: { ...called, "content-type": "text/plain;charset=UTF-8" }, body }))),
  };
}

function multipart(all: Fields): Buffer {
  const parts = all.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`);
}

/** Reserves a ticket as a new visitor, and returns the visitor's cookies. */
async function reserve(network: string, fields: Fields): Promise<string> {
  const headers = { ...MULTIPART, ...acceptingCookies(STOREFRONT), "x-forwarded-for": network };
  const answer = await fetchStorefront(STOREFRONT, {
    method: "POST",
    path: "/reserve",
    headers,
    body: multipart(fields),
  });
  assert.equal(answer.headers.location, "/en/checkout", answer.where);
  return (answer.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");
}

test("P16: no action fails for a malformed form, or for one with a forged state", async (t) => {
  const on = await putOnSale("The Odd Forms", [{ name: "Adult" }], { capacity: CAPACITY });
  const chosen = [
    ["locale", "en"],
    ["event", `${on.eventId}`],
    [`qty.${on.ticketTypeIds[0]}`, "1"],
  ] as const;
  const actions = builtActions();
  const values = { locale: "en", eventId: String(on.eventId), link: "x.y.z" };
  assert.ok(actions.length > 30);
  const statuses = new Map<string, number>();
  const failed: string[] = [];
  const logged = (await readFile(LOG, "utf8")).length;

  for (const [at, { id, name, pages }] of actions.entries()) {
    const paths = pages.map((page) =>
      page.replace(/\[(\w+)\]/g, (_, parameter) => String(Reflect.get(values, parameter))),
    );
    const network = `172.30.${at}.1`;
    // The cart of a visitor who has reserved: actions read it before they read a field.
    const cookie = await reserve(network, chosen);
    for (const [kind, forms] of Object.entries(formsOf(id, at, paths.length))) {
      for (const [nth, { headers, body }] of forms.entries()) {
        const path = paths[nth % paths.length] ?? "/en";
        const all = { ...headers, cookie, "x-forwarded-for": network };
        const answer = await fetchStorefront(STOREFRONT, { method: "POST", path, headers: all, body });
        const found = `${kind} ${answer.status}`;
        statuses.set(found, (statuses.get(found) ?? 0) + 1);
        // The framework answers 500 to what it cannot read of an encoding that our forms have. After a 307 a browser would send the form again, to another page.
        const leadsOn = answer.status === 307 && !MAY_LEAD_ON.has(name);
        if (answer.status > 500 || leadsOn) failed.push(described(name, kind, answer, body));
      }
    }
  }

  t.diagnostic(JSON.stringify(Object.fromEntries([...statuses].toSorted())));
  assert.deepEqual(failed, []);
  const lines = (await readFile(LOG, "utf8")).slice(logged).split("\n");
  assert.ok(lines.some((line) => line.includes("A form could not be read.")));
  assert.deepEqual(
    lines.filter((line) => line.includes("A page or an action failed.")),
    [],
    "an action has thrown",
  );
  // Readable forms reach the actions, and others are refused: unread, or by the action.
  for (const kind of ["a call", "a call with a forged state", "a form", "a form with a forged state"])
    assert.ok(countOf(kind, [200, 303, 404]) > actions.length, kind);
  assert.ok(countOf("a text", [403]) > actions.length);
  assert.equal((await fetchStorefront(STOREFRONT, { path: "/api/ready" })).status, 200);

  function countOf(kind: string, those: readonly number[]): number {
    return those.reduce((sum, status) => sum + (statuses.get(`${kind} ${status}`) ?? 0), 0);
  }
});

function described(name: string, kind: string, { where }: Served, body: string | Buffer): string {
  return `${name}, ${kind}: ${where} ${body.toString().slice(0, 400)}`;
}
