import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { importSPKI, jwtVerify } from "jose";
import { GOOGLE_ISSUER, makePassAuthority } from "#e2e/tools/pass-authority.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { GOOGLE_TICKETS_MAX, googleIssuer, googleSaveLink } from "./google-tickets.ts";
import { ORDER, ORIGIN, TEMPEST } from "./sample-tickets.fixture.ts";
import type { WalletTicket } from "./wallet-ticket.ts";

const authority = makePassAuthority();
after(() => rmSync(authority.folder, { recursive: true, force: true }));
applySettings(authority.settings);

type Words = { readonly defaultValue: { readonly value: string } };
type GoogleClaims = {
  readonly iss: string;
  readonly typ: string;
  readonly origins: readonly string[];
  readonly payload: {
    readonly eventTicketClasses: readonly {
      readonly id: string;
      readonly dateTime: Readonly<Record<string, string>>;
      readonly venue: { readonly address: Words };
    }[];
    readonly eventTicketObjects: readonly {
      readonly id: string;
      readonly classId: string;
      readonly state: string;
      readonly barcode?: Readonly<Record<string, string>>;
      readonly seatInfo: { readonly gate: Words };
      readonly reservationInfo: { readonly confirmationCode: string };
    }[];
  };
};

async function savedByGoogle(...tickets: readonly Partial<WalletTicket>[]) {
  const issuer = await googleIssuer();
  assert.ok(issuer);
  const link = await googleSaveLink(
    tickets.map((changes) => ({ ...TEMPEST, ...changes })),
    ORDER,
    issuer,
    ORIGIN,
  );
  const token = link.replace("https://pay.google.com/gp/v/save/", "");
  const key = await importSPKI(authority.googlePublicKey, "RS256");
  const { payload, protectedHeader } = await jwtVerify(token, key, { audience: "google", algorithms: ["RS256"] });
  assert.equal(protectedHeader.alg, "RS256");
  const claims: GoogleClaims = JSON.parse(JSON.stringify(payload));
  return { link, claims };
}

test("Google's link has classes and objects in a token signed by the service account", async () => {
  const { claims } = await savedByGoogle({}, { serial: "second", number: 2 });
  assert.equal(claims.iss, "tickets@wallet-test.iam.gserviceaccount.com");
  assert.deepEqual([claims.typ, claims.origins], ["savetowallet", [ORIGIN]]);
  const { eventTicketClasses, eventTicketObjects } = claims.payload;
  assert.equal(eventTicketClasses.length, 1, "one class for the tickets of one date");
  const [date] = eventTicketClasses;
  assert.match(date?.id ?? "", new RegExp(`^${GOOGLE_ISSUER}\\.date-7-[0-9a-f]{12}$`));
  assert.deepEqual(date?.dateTime, {
    doorsOpen: "2026-12-04T18:45:00+13:00",
    start: "2026-12-04T19:30:00+13:00",
    end: "2026-12-04T22:00:00+13:00",
  });
  assert.equal(date?.venue.address.defaultValue.value, "1 Quay Street, Wellington");
  const [first, second] = eventTicketObjects;
  assert.deepEqual([first?.id, second?.id], [`${GOOGLE_ISSUER}.5d8f0c1e2b`, `${GOOGLE_ISSUER}.second`]);
  assert.equal(first?.classId, date?.id);
  assert.deepEqual(first?.barcode, {
    type: "QR_CODE",
    value: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
    alternateText: "1B4E 28BA",
  });
  assert.equal(first?.seatInfo.gate.defaultValue.value, "Door B");
  assert.equal(first?.reservationInfo.confirmationCode, "K7M2Q9");
  assert.equal(first?.state, "ACTIVE");
});

test("Google: a void ticket is inactive without a code, and a moved date has another class", async () => {
  const before = await savedByGoogle({});
  const after = await savedByGoogle({
    startsAt: "2026-12-05T19:30:00.000+13:00",
    code: undefined,
    notice: "Cancelled",
  });
  const [object] = after.claims.payload.eventTicketObjects;
  assert.deepEqual([object?.state, object?.barcode], ["INACTIVE", undefined]);
  assert.notEqual(object?.classId, before.claims.payload.eventTicketObjects[0]?.classId);
});

test("Google: the largest link stays below 8,000 characters", async () => {
  const long = { eventName: "Whakarongo ".repeat(8), holder: "Wolfeschlegelsteinhausenbergerdorff ".repeat(2) };
  const tickets = Array.from({ length: GOOGLE_TICKETS_MAX }, (_, at) => ({
    ...long,
    serial: `${at}`.repeat(24),
    number: at,
  }));
  const { link } = await savedByGoogle(...tickets);
  assert.ok(link.length < 8_000, `${link.length}`);
});
