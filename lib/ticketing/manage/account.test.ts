import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import {
  BRAND_FIELDS,
  brandValuesOf,
  fieldsOf,
  getAccount,
  MAIL_FIELDS,
  mailValuesOf,
  saveBrand,
  saveMail,
} from "#lib/ticketing/manage/account.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

const MANAGER = new PromoterCredential("manager", "secret");
const LINK = { language: "en", link: "https://shop.example/en/promoter/sign-in/replies/{key}" };
const ACCOUNT = {
  id: 1,
  version: 4,
  name: "Harbour",
  brand: { colour: "#0b5d5e" },
  legalName: null,
  supportEmail: "help@harbour.example",
  termsUrl: null,
  privacyUrl: null,
  refundPolicyUrl: null,
  senderName: "Harbour Tickets",
  replyTo: "old@harbour.example",
  replyToPending: null,
};
const BRAND = {
  version: "4",
  name: "Harbour",
  "brand.colour": "#0b5d5e",
  legalName: "",
  supportEmail: "help@harbour.example",
  termsUrl: "",
  privacyUrl: "",
  refundPolicyUrl: "",
};
const MAIL = { version: "4", senderName: "Harbour Tickets", replyTo: "old@harbour.example" };

const sent = () =>
  service.received.map(({ method, path, body }) => [`${method} ${path.slice(3)}`, JSON.parse(body || "{}")]);
const read = async (account: object) => {
  service.behave(fixture.answers(account));
  return (await getAccount(MANAGER, 1)) ?? assert.fail("no account");
};

test("reads an account as the values of both forms", async () => {
  const account = await read(ACCOUNT);
  assert.deepEqual([brandValuesOf(account), mailValuesOf(account)], [BRAND, MAIL]);
  const pending = await read({ ...ACCOUNT, replyToPending: "new@harbour.example" });
  assert.equal(mailValuesOf(pending).replyTo, "new@harbour.example", "what was typed stays until it is confirmed");
});

test("a form has the fields that the service knows", async () => {
  const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
  const account = await read(ACCOUNT);
  assert.equal(fieldsOf(BRAND_FIELDS, account).length, BRAND_FIELDS.length);
  const plain = await read({ id: 1, name: "Harbour", termsUrl: null });
  assert.deepEqual(names(fieldsOf(BRAND_FIELDS, plain)), ["name", "termsUrl"]);
  assert.deepEqual(names(fieldsOf(MAIL_FIELDS, plain)), []);
});

test("sends what differs, with the version, to the account of the shop whatever the form names; nothing where nothing differs", async () => {
  service.behave(fixture.answers({ successful: true, messages: [] }));
  const values = { ...BRAND, "brand.colour": "#FFE600", termsUrl: "https://harbour.example/terms", supportEmail: "" };
  assert.deepEqual(await saveBrand(MANAGER, 1, { id: 77, opened: BRAND, values }), { result: "saved", id: 1 });
  assert.deepEqual(sent(), [
    [
      "PUT /account/1",
      { brand: { colour: "#FFE600" }, supportEmail: null, termsUrl: "https://harbour.example/terms", version: 4 },
    ],
  ]);
  service.behave(fixture.answers({ successful: true, messages: [] }));
  await saveBrand(MANAGER, 1, { id: 1, opened: BRAND, values: BRAND });
  assert.deepEqual(sent(), []);
  await saveBrand(MANAGER, 1, { id: 1, opened: BRAND, values: { ...BRAND, "brand.colour": "" } });
  assert.deepEqual(sent(), [["PUT /account/1", { brand: { colour: null }, version: 4 }]]);
});

test("a new address for replies is sent with the page of its link, a removed one and another name without", async () => {
  service.behave(fixture.answers({ successful: true, messages: [] }));
  const save = (values: object) => saveMail(MANAGER, 1, { id: 1, opened: MAIL, values: { ...MAIL, ...values } }, LINK);
  await save({ replyTo: "new@harbour.example" });
  await save({ replyTo: "" });
  await save({ senderName: "" });
  assert.deepEqual(sent(), [
    ["PUT /account/1", { replyTo: "new@harbour.example", ...LINK, version: 4 }],
    ["PUT /account/1", { replyTo: null, version: 4 }],
    ["PUT /account/1", { senderName: null, version: 4 }],
  ]);
});

test("says that too many addresses were asked to confirm, and a service that is full gives no answer", async () => {
  const save = () =>
    saveMail(MANAGER, 1, { id: 1, opened: MAIL, values: { ...MAIL, replyTo: "n@harbour.example" } }, LINK);
  const refusal = (code: string) => fixture.answers({ successful: false, errors: [{ path: "", code }] }, 429);
  service.behave(refusal("TOO_MANY_REQUESTS"));
  assert.partialDeepStrictEqual(await save(), { result: "refused", errors: [{ code: "TOO_MANY_REQUESTS" }] });
  service.behave(refusal("BUSY"));
  await assert.rejects(save(), { name: "TicketingFault" });
});

const STALE = {
  successful: false,
  errors: [{ path: "version", code: "CONFLICT" }],
  changed: { by: { id: 3, name: "P. Producer" }, at: "2026-11-30T05:00:00:000+0000" },
};

test("what another manager saved meanwhile is returned with who did it, to be merged", async () => {
  service.behave((response, request) => {
    const isRead = request.method === "GET";
    const now = { ...ACCOUNT, legalName: "Harbour Ltd", version: 5 };
    fixture.answers(isRead ? now : STALE, isRead ? 200 : 409)(response, request);
  });
  const saved = await saveBrand(MANAGER, 1, { id: 1, opened: BRAND, values: { ...BRAND, name: "Mine" } });
  assert.equal(saved.result === "changed" && saved.changed.by, "P. Producer");
  assert.deepEqual(saved.result === "changed" && saved.now.values, {
    ...BRAND,
    legalName: "Harbour Ltd",
    version: "5",
  });
});

test("where only another part of the account was changed meanwhile, saves again with its version, once", async () => {
  const writes = () => sent().filter(([call]) => call === "PUT /account/1");
  const saveAt = (current: number) => {
    service.behave((response, request) => {
      const isStale = request.method === "PUT" && JSON.parse(request.body).version !== current;
      const answer = request.method === "GET" ? { ...ACCOUNT, version: 5 } : isStale ? STALE : { successful: true };
      fixture.answers(answer, isStale ? 409 : 200)(response, request);
    });
    return saveBrand(MANAGER, 1, { id: 1, opened: BRAND, values: { ...BRAND, name: "Mine" } });
  };
  assert.deepEqual(await saveAt(5), { result: "saved", id: 1 });
  assert.deepEqual(
    writes(),
    [4, 5].map((version) => ["PUT /account/1", { name: "Mine", version }]),
  );
  assert.equal((await saveAt(6)).result, "changed");
  assert.equal(writes().length, 2);
});
