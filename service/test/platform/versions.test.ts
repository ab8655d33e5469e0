import assert from "node:assert/strict";
import test from "node:test";
import type { z } from "zod";
import { CALLS } from "#src/calls.ts";
import { takesVersion } from "#src/platform/http/openapi/responses.ts";
import { makeOneOfEverything, watchContents } from "#test/platform/one-of-everything.ts";
import { at, openShop } from "#test/test-app.ts";

const opened = await openShop();
const { db, promoter, addUser, close } = opened;
test.after(close);
const everything = await makeOneOfEverything(opened);
const { resources } = everything;
const mere = await addUser("mere", ["MANAGE"]);

/** Two changes of a field of each thing. Neither is what `makeOneOfEverything` made. */
const CHANGES: Readonly<Record<string, readonly [object, object]>> = {
  "/account/{id}": [{ legalName: "Harbour Limited" }, { legalName: "Harbour Theatres Limited" }],
  "/site/{id}": [{ returnPrefix: "/tickets/" }, { returnPrefix: "/shop/" }],
  "/user/{id}": [{ mobilePhone: "1" }, { mobilePhone: "2" }],
  "/venue/{id}": [{ name: "Hall" }, { name: "Great hall" }],
  "/venueSection/{id}": [{ capacity: 90 }, { capacity: 91 }],
  "/venueConfiguration/{id}": [{ name: "Theatre" }, { name: "In the round" }],
  "/event/{id}": [{ followUpEmail: "Thank you." }, { followUpEmail: "Come again." }],
  "/eventGroup/{id}": [{ events: [] }, { events: [Number(resources.event)] }],
  "/eventDate/{id}": [{ label: "Gala" }, { label: "First night" }],
  "/ticketType/{id}": [{ maximumAllocation: 30 }, { maximumAllocation: null }],
  "/additionalField/{id}": [{ label: "From where?" }, { label: "Where do you come from?" }],
  "/masterTicket/{id}": [{ price: 46 }, { price: 47 }],
  "/offeringCopy/{id}": [{ text: "Doors at six." }, { text: "Doors at five." }],
  "/discount/{id}": [{ percentage: 11 }, { percentage: 12 }],
  "/festivalDiscount/{id}": [{ minimumEvents: 3 }, { minimumEvents: 4 }],
  "/multipack/{id}": [{ discountAmount: 6 }, { discountAmount: 7 }],
  "/code/{id}": [{ text: "THEIRS" }, { text: "YOURS" }],
  "/link/{id}": [{ name: "Theirs" }, { name: "Yours" }],
};

/** Fields that have another name where they are read, and those that say how to change, or are secret. */
const READ_AS: Readonly<Record<string, string>> = {
  abstractText: "abstract",
  eventStart: "startDate",
  eventEnd: "endDate",
};
const NOT_READ = ["password", "currentPassword", "dryRun", "language", "link", "messages"];

type Entry = { readonly call: string; readonly status: number; readonly what: { readonly link: string } | null };

const CHANGING = CALLS.filter(takesVersion);

test("every thing that a PUT with a body changes has a version and is in the table", () => {
  assert.deepEqual(
    CHANGING.map(({ method, path }) => `${method} ${path}`).toSorted(),
    Object.keys(CHANGES)
      .map((path) => `PUT ${path}`)
      .toSorted(),
  );
  const changesThings = /^\/\w+\/\{id\}$/;
  const others = CALLS.filter((call) => call.method === "PUT" && call.body && changesThings.test(call.path));
  assert.deepEqual(others.map(({ path }) => path).toSorted(), Object.keys(CHANGES).toSorted());
});

for (const call of CHANGING) {
  test(`PUT ${call.path}: one of two managers who saw the same version changes it, the other reads what is there now`, async () => {
    const [one, other] = CHANGES[call.path] ?? [];
    const address = everything.addressOf(call);
    const version = Number(at(await promoter("GET", address), "version"));

    assert.equal((await mere("PUT", address, { ...one, version })).status, 200);
    const now = await promoter("GET", address);
    assert.equal(at(now, "version"), version + 1);

    const contents = await watchContents(db);
    const before = await contents.digest();
    const stale = await promoter("PUT", address, { ...other, version });
    assert.equal(await contents.digest(), before, "something was written");
    await db.query("DROP SCHEMA contents CASCADE");
    assert.equal(stale.status, 409);
    const [row] = at(stale, "errors") as readonly object[];
    assert.partialDeepStrictEqual(row, { path: "version", code: "CONFLICT", reason: "changed_meanwhile" });
    assert.deepEqual(at(stale, "current"), now.body);
    const { id, ...by } = at(stale, "changed", "by") as { id: number };
    assert.deepEqual(by, { name: "Ada Lovelace", link: `/v2/user/${id}` });
    assert.equal(id, at(await mere("GET", "/user/login"), "id"));
    assert.ok(Date.parse(String(at(stale, "changed", "at"))) <= Date.now());

    const log = at(await promoter("GET", `/account/${resources.account}/auditLog`), "entries") as readonly Entry[];
    const logged = log.filter((entry) => entry.call === `PUT ${address}`);
    assert.deepEqual(
      logged.map(({ status, what }) => [status, what?.link]),
      [
        [409, undefined],
        [200, `/v2${address}`],
      ],
    );

    assert.equal((await promoter("PUT", address, { ...other, version: version + 1 })).status, 200);
    assert.equal((await promoter("PUT", address, one)).status, 200, "a change without a version");
    assert.equal((await promoter("PUT", address, one)).status, 200);
    assert.equal(at(await promoter("GET", address), "version"), version + 3, "an equal change raises it");
  });
}

test("a manager reads all that they can write", async () => {
  for (const call of CHANGING) {
    const { body } = await promoter("GET", everything.addressOf(call));
    const { shape } = call.body as z.ZodObject;
    const written = Object.keys(shape).filter((name) => !NOT_READ.includes(name));
    const unread = written.filter((name) => !((READ_AS[name] ?? name) in Object(body)));
    assert.deepEqual(unread, [], call.path);
  }
});

test("of two managers who change one version at once, one changes it and the other is refused", async () => {
  const address = `/venue/${resources.venue}`;
  for (let round = 0; round < 10; round += 1) {
    const { version } = Object((await promoter("GET", address)).body);
    const both = await Promise.all([
      promoter("PUT", address, { name: `Theirs ${round}`, version }),
      mere("PUT", address, { name: `Yours ${round}`, version }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const winner = both[0].status === 200 ? "Theirs" : "Yours";
    assert.partialDeepStrictEqual((await promoter("GET", address)).body, {
      name: `${winner} ${round}`,
      version: version + 1,
    });
  }
  const without = await Promise.all([promoter, mere].map((ask, at) => ask("PUT", address, { name: `Any ${at}` })));
  assert.deepEqual(
    without.map(({ status }) => status),
    [200, 200],
  );
});
