import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import {
  acceptInvitation,
  confirmReplyAddress,
  findMailLink,
  mailPasswordLink,
  setPasswordByLink,
} from "./mail-links.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const KEY = "aB3dE-_9aB3dE-_9aB3dE-";
const LINK = {
  kind: "INVITATION",
  email: "s.seller@example.com",
  account: { id: 1, name: "Long Light", link: "/v2/account/1" },
  expiresAt: "2026-12-01T00:00:00Z",
  capabilities: ["ORDERS"],
};
const USER = { username: "seller", password: "seven green bottles", firstName: "S.", lastName: "" };
const MAILED = { language: "en", link: "https://shop.example/en/promoter/sign-in/password/{key}" };
const refusal = (path: string, reason: string) => ({ successful: false, errors: [{ path, code: "RANGE", reason }] });

test("reads what a link is for; one that ended, is of another kind or cannot be a key is none", async () => {
  service.behave(fixture.answers(LINK));
  assert.equal((await findMailLink(KEY, "INVITATION"))?.email, LINK.email);
  assert.deepEqual(
    service.received.map(({ method, path, body }) => [method, path, body]),
    [["POST", "/v2/mailLink/find", JSON.stringify({ key: KEY })]],
  );
  assert.equal(await findMailLink(KEY, "PASSWORD"), undefined);
  service.received.length = 0;
  for (const key of ["", "short", "../user/1", "x".repeat(200)])
    assert.equal(await findMailLink(key, "INVITATION"), undefined);
  assert.equal(service.received.length, 0, "the service is not asked");
  for (const status of [404, 405, 501]) {
    service.behave(fixture.answers(refusal("key", "no_such_thing"), status));
    assert.equal(await findMailLink(KEY, "INVITATION"), undefined);
  }
});

test("uses a link up, and says why the service refuses it", async () => {
  service.behave(fixture.answers({ successful: true, id: 8 }));
  assert.deepEqual(await acceptInvitation(KEY, USER), { ok: true });
  assert.deepEqual(JSON.parse(service.received[0]?.body ?? ""), { key: KEY, ...USER });
  for (const [path, reason] of [
    ["password", "password_unfit"],
    ["username", "username_taken"],
    ["key", "link_ended"],
  ] as const) {
    service.behave(fixture.answers(refusal(path, reason), 400));
    assert.deepEqual(await acceptInvitation(KEY, USER), { ok: false, problems: [{ path, reason }] });
  }
  for (const status of [404, 405, 501]) {
    service.behave(fixture.answers(refusal("", "method_not_accepted"), status));
    const problems = [{ path: "key", reason: "link_ended" }];
    assert.deepEqual(await setPasswordByLink(KEY, "x"), { ok: false, problems }, "a service without the call");
  }
  service.behave(fixture.answers(refusal("", "too_many_failures"), 429));
  const tooMany = { ok: false, problems: [{ path: "", reason: "too_many" }] };
  assert.deepEqual(await confirmReplyAddress(KEY), tooMany);
  for (const unknown of [fixture.answers("Bad Gateway", 502), fixture.closesConnection]) {
    service.behave(unknown);
    await assert.rejects(acceptInvitation(KEY, USER), { name: "TicketingFault" });
    assert.equal(service.received.length, 1, "it is sent once");
  }
});

test("asks for a link for a new password with the same answer to every name, until a service has no such call", async () => {
  for (const answer of [
    fixture.answers({ successful: true, messages: [] }),
    fixture.answers({ successful: false, errors: [] }, 400),
    fixture.answers({ successful: false, errors: [] }, 429),
  ]) {
    service.behave(answer);
    assert.equal(await mailPasswordLink("seller", MAILED), "accepted");
  }
  assert.deepEqual(JSON.parse(service.received[0]?.body ?? ""), { username: "seller", ...MAILED });
  for (const answer of [fixture.answers(refusal("link", "renderer_refused"), 400), fixture.answers("Not here", 404)]) {
    service.behave(answer);
    assert.equal(await mailPasswordLink("seller", MAILED), "not_offered");
  }
});
