import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { CredentialRefused, NotSent, reasonOf, TIME_OUT, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { reasonOfRead, whyServiceNotReady } from "#lib/ticketing/readiness.ts";

const service = await fixture.startFixtureService();
after(service.close);
// A service may be mounted below a path.
const base = service.url.replace("/v2", "/tickets/api/v2");
applySettings({ TICKETING_URL: base, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "7" });
const { answers } = fixture;

test("reads at the service's own address that it cannot sell, and why, without a credential", async () => {
  service.behave(answers({ ok: false, reason: "The database is read-only." }, 503));
  assert.equal(await whyServiceNotReady(), "The database is read-only.");
  assert.deepEqual(
    service.received.map(({ method, path, headers }) => [method, path, headers.authorization]),
    [["GET", "/tickets/ready", undefined]],
  );
  service.behave(answers({ ok: true }));
  assert.equal(await whyServiceNotReady(), undefined);
});

for (const [what, behaviour] of [
  ["404", answers({ successful: false, messages: ["There is no such path."] }, 404)],
  ["401", answers("", 401)],
  ["a page", fixture.answersHtml],
  ["another program's words", answers({ status: "DOWN", reason: "another" }, 503)],
  ["a closed connection", fixture.closesConnection],
] as const)
  test(`${what} at that address says nothing about the service`, async () => {
    service.behave(behaviour);
    assert.equal(await whyServiceNotReady(), undefined);
    assert.equal(service.received.length, 1);
  });

test("a read that fails is explained with the settings to correct", async () => {
  for (const [fault, words] of [
    [new CredentialRefused("getEvent failed with 401."), /PASSWORD: .* refuses this credential \(401\)$/],
    [new NotSent("getEvent was not sent: the credential is refused."), /PASSWORD: .* refuses this credential/],
    [
      new NotSent("x", { cause: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
      /^TICKETING_CA: .*: authority of the certificate not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    ],
    [new NotSent("x", { cause: "CERT_HAS_EXPIRED" }), /^TICKETING_CA: .*: certificate expired \(CERT_HAS_EXPIRED\)$/],
    [new NotSent("x", { cause: "ERR_TLS_CERT_ALTNAME_INVALID" }), /^TICKETING_CA: .*: certificate of another name/],
    [new NotSent("x", { cause: "ENOTFOUND" }), /^TICKETING_URL: .*: name not found \(ENOTFOUND\)$/],
    [
      new NotSent("x", { cause: "ECONNREFUSED" }),
      /^TICKETING_URL: .*cannot be reached: connection refused \(ECONNREFUSED\)$/,
    ],
    [new TicketingFault("x", { cause: TIME_OUT }), /^TICKETING_URL, TICKETING_READ_MS: .* in time$/],
    [new TicketingFault("listEvents failed with 500."), /^listEvents failed with 500$/],
  ] as const)
    assert.match(reasonOf(fault), words);
});

test("an account that the service does not have is named, where it is not the list alone that is missing", async () => {
  const fault = new TicketingFault("listEvents found nothing.");
  service.behave(answers("", 404));
  assert.match(await reasonOfRead(fault), /^TICKETING_URL, TICKETING_ACCOUNT: .*no such account \(404\)/);
  assert.equal(service.received[0]?.path, "/tickets/api/v2/account/7");
  service.behave(answers({ name: "The Playhouse" }));
  assert.equal(await reasonOfRead(fault), "listEvents found nothing");
});
