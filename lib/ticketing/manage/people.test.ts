import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { inviteAgain, listInvitations, sendInvitation } from "#lib/ticketing/manage/invitations.ts";
import { changeSignIn, getPerson, listPeople, listTokens, saveAccess, valuesOf } from "#lib/ticketing/manage/people.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

const MANAGER = new PromoterCredential("manager", "secret");
const MAILED = { language: "en", link: "https://shop.example/en/promoter/sign-in/invitation/{key}" };
const DOOR = {
  id: 7,
  version: 4,
  name: "D. Door",
  username: "door",
  email: "d.door@example.com",
  capabilities: ["SCAN"],
  scanDates: [
    { eventDate: { id: 34, name: "Small Hours, tonight" }, endsWithDate: true, until: "2026-12-01T06:00:00Z" },
    { event: { id: 12, name: "Matinee Club" }, endsWithDate: false, until: null },
  ],
  secondFactor: "OFF",
  lastActive: null,
  state: "ACTIVE",
  created: "2026-09-12T00:00:00Z",
  passwordChanged: null,
};
const ROWS = [
  { key: "date.34", what: "date.34", until: "DATE_ENDS" },
  { key: "event.12", what: "event.12", until: "REMOVED" },
];
const OPENED = { version: "4", capabilities: ["SCAN"], scans: "SOME", scanDates: ROWS };

const sent = () =>
  service.received.map(({ method, path, body }) => [`${method} ${path.slice(3)}`, JSON.parse(body || "{}")]);

const written = () => sent().filter(([call]) => !String(call).startsWith("GET"));

/** Lets the service answer writes so, and reads with a person. */
function behaveWith(answer: object, { status = 200, person = DOOR }: { status?: number; person?: object } = {}): void {
  service.behave((response, request) => {
    const isRead = request.method === "GET";
    fixture.answers(isRead ? person : answer, isRead ? 200 : status)(response, request);
  });
}

test("reads people with what they have access to, as the values of the form", async () => {
  service.behave(fixture.answers({ users: [DOOR, { id: "no id" }] }, 200, { "X-Total-Count": "51" }));
  const found = await listPeople(MANAGER, 1, { page: 2, pageSize: 50 });
  assert.equal(service.received[0]?.path, "/v2/account/1/userSummaries?page=2&pageSize=50&sort=name");
  assert.deepEqual([found?.total, found?.people.map(({ name }) => name)], [51, ["D. Door"]]);
  service.behave(fixture.answers({ ...DOOR, name: undefined, firstName: "D.", lastName: "Door" }));
  const person = await getPerson(MANAGER, 7);
  assert.equal(person?.name, "D. Door");
  assert.deepEqual(person && valuesOf(person), OPENED);
});

test("saves an access with the version that was opened; a date that the service refuses is the row's", async () => {
  behaveWith({ successful: true, messages: [] });
  const values = { ...OPENED, capabilities: ["ORDERS", "SCAN"], scanDates: ROWS.slice(0, 1) };
  const save = (more: object) => saveAccess(MANAGER, { id: 7, opened: OPENED, values: { ...values, ...more } });
  assert.deepEqual(await save({}), { result: "saved", id: 7 });
  await save({ scans: "ALL" });
  await save({ capabilities: ["ORDERS"] });
  assert.deepEqual(written(), [
    [
      "PUT /user/7",
      { capabilities: ["ORDERS", "SCAN"], scanDates: [{ eventDate: 34, endsWithDate: true }], version: 4 },
    ],
    ["PUT /user/7", { capabilities: ["ORDERS", "SCAN"], scanDates: null, version: 4 }],
    ["PUT /user/7", { capabilities: ["ORDERS"], version: 4 }],
  ]);
  const refusal = { path: "scanDates[0].eventDate", code: "NOT_FOUND", reason: "no_such_thing" };
  behaveWith({ successful: false, errors: [refusal] }, { status: 400 });
  assert.partialDeepStrictEqual(await save({}), { result: "refused", errors: [{ path: "scanDates[0].what" }] });
});

test("the access of a shop stays with a manager who has it too, and is not in the form", async () => {
  const person = { ...DOOR, capabilities: ["PUBLIC", "MANAGE"], scanDates: null };
  behaveWith({ successful: true, messages: [] }, { person });
  const read = await getPerson(MANAGER, 7);
  assert.deepEqual(read && valuesOf(read).capabilities, ["MANAGE"]);
  const values = { ...OPENED, capabilities: ["ORDERS"], scans: "ALL", scanDates: [] };
  assert.deepEqual(await saveAccess(MANAGER, { id: 7, opened: OPENED, values }), { result: "saved", id: 7 });
  assert.deepEqual(written(), [["PUT /user/7", { capabilities: ["ORDERS", "PUBLIC"], version: 4 }]]);
});

test("reads the tokens of a person, of a service without the call none", async () => {
  const times = { created: "2026-11-30T05:19:26Z", expiresAt: "2026-12-30T05:19:26Z" };
  service.behave(
    fixture.answers({ tokens: [{ id: 1, name: "Export", scopes: ["REPORTS"], isSession: false, ...times }] }),
  );
  assert.deepEqual(
    (await listTokens(MANAGER, 7))?.map(({ name, isSession }) => [name, isSession]),
    [["Export", false]],
  );
  assert.deepEqual(sent(), [["GET /user/7/tokens", {}]]);
  for (const status of [404, 405, 501]) {
    service.behave(fixture.answers("Not here", status));
    assert.equal(await listTokens(MANAGER, 7), undefined);
  }
});

test("asks for a date of who scans only some, and sends nothing", async () => {
  service.behave(fixture.answers({}));
  const values = { ...OPENED, scanDates: [] };
  const saved = await saveAccess(MANAGER, { id: 7, opened: OPENED, values });
  assert.partialDeepStrictEqual(saved, { result: "refused", errors: [{ path: "scanDates", reason: "too_few" }] });
  assert.deepEqual(sent(), []);
});

test("a change by another manager meanwhile comes with what is there now", async () => {
  const errors = [{ path: "version", code: "CONFLICT", reason: "changed_meanwhile" }];
  const by = { id: 9, name: "P. Producer", link: "/v2/user/9" };
  const changed = { by, at: "2026-11-28T02:00:00Z" };
  service.behave((response, request) => {
    const isRead = request.method === "GET";
    fixture.answers(
      isRead ? { ...DOOR, version: 5, scanDates: null } : { successful: false, errors, changed },
      isRead ? 200 : 409,
    )(response, request);
  });
  const saved = await saveAccess(MANAGER, { id: 7, opened: OPENED, values: OPENED });
  assert.partialDeepStrictEqual(saved, { result: "changed", changed: { by: "P. Producer" } });
  assert.partialDeepStrictEqual(saved, { now: { id: 7, values: { version: "5", scans: "ALL", scanDates: [] } } });
});

test("changes how a person signs in by the call of each change", async () => {
  service.behave(fixture.answers({ successful: true, messages: [] }));
  for (const change of ["signOut", "secondFactor", "remove", "restore"] as const)
    assert.deepEqual(await changeSignIn(MANAGER, 7, change), { result: "saved", id: 7 });
  assert.deepEqual(sent(), [
    ["DELETE /user/7/tokens", {}],
    ["DELETE /user/7/secondFactor", {}],
    ["PUT /user/7", { disabled: true }],
    ["PUT /user/7", { disabled: false }],
  ]);
  const own = [{ path: "disabled", code: "RANGE", reason: "own_rights" }];
  service.behave(fixture.answers({ successful: false, errors: own }, 400));
  assert.partialDeepStrictEqual(await changeSignIn(MANAGER, 7, "remove"), { errors: [{ reason: "own_rights" }] });
});

test("an invitation that is sent again has the same access and a new link", async () => {
  const { capabilities, scanDates } = DOOR;
  const times = { created: "2026-11-28T00:00:00Z", expiresAt: "2026-12-01T00:00:00Z", state: "OPEN" };
  const invitation = { id: 5, email: "d.door@example.com", capabilities, scanDates, ...times };
  service.behave((response, request) =>
    fixture.answers(request.method === "GET" ? { invitations: [invitation] } : { successful: true, id: 6 })(
      response,
      request,
    ),
  );
  assert.deepEqual(await inviteAgain(MANAGER, 1, 5, MAILED), { result: "saved", id: 6 });
  const dates = [
    { eventDate: 34, endsWithDate: true },
    { event: 12, endsWithDate: false },
  ];
  const body = { email: "d.door@example.com", capabilities: ["SCAN"], scanDates: dates, ...MAILED };
  assert.deepEqual(sent().at(-1), ["POST /account/1/invitations", body]);
  assert.partialDeepStrictEqual(await inviteAgain(MANAGER, 1, 99, MAILED), { errors: [{ code: "NOT_FOUND" }] });
});

test("says that too many invitations were sent, and reads a service without them as one that has none", async () => {
  service.behave(fixture.answers({ successful: false, errors: [] }, 429));
  const values = { ...OPENED, email: "s@example.com" };
  const refused = await sendInvitation(MANAGER, 1, values, MAILED);
  assert.partialDeepStrictEqual(refused, { result: "refused", errors: [{ code: "TOO_MANY_REQUESTS" }] });
  service.behave(fixture.answers("Not here", 404));
  assert.equal(await listInvitations(MANAGER, 1), undefined);
  assert.equal(await listPeople(MANAGER, 1, { page: 1, pageSize: 50 }), undefined);
});
