import assert from "node:assert/strict";
import { test } from "node:test";
import { renderLetter } from "#lib/mail/mail-html.ts";
import { sampleShop } from "#lib/mail/sample-order.fixture.ts";
import { invitation, invitationLetter } from "./invitation.ts";
import { passwordLink, passwordLinkLetter } from "./password-link.ts";

const FACTS = {
  link: "https://tickets.example/en/promoter/sign-in/invitation/key",
  inviter: "M. Manager",
  account: "Long Light",
  capabilities: ["ORDERS", "SCAN", "PARK_CARS"],
  expiresAt: "2026-11-23T07:30:00+00:00",
};

const textOf = (letter: Parameters<typeof renderLetter>[0]) =>
  renderLetter(letter, "#4f46e5").text.replace(/[\s\u00a0\u202f]+/g, " ");

test("an invitation says who invites to what, with which access and until when", () => {
  const text = textOf(invitationLetter(FACTS, sampleShop("en")));
  assert.match(
    text,
    /M\. Manager invites you to work with the ticket shop of Long Light\. Your access: Sell, Scan at the/,
  );
  assert.match(
    text,
    /Create your account: https:\S+\/invitation\/key The link works once, until Mon, 23 Nov 2026, 7:30/,
  );
});

test("a link for a new password says for whom it is, and that nothing changes without it", () => {
  const text = textOf(passwordLinkLetter({ ...FACTS, name: "S. Seller" }, sampleShop("en")));
  assert.match(text, /a new password for S\. Seller\. The link works once, until Mon, 23 Nov/);
  assert.match(text, /Your password stays the same\./);
});

test("both are read as the service sends them, without sales; a text in place of the link is not", () => {
  assert.notEqual(invitation.read([], FACTS), undefined);
  assert.notEqual(passwordLink.read([], { ...FACTS, name: "S. Seller" }), undefined);
  assert.equal(invitation.read([], { ...FACTS, link: "no address" }), undefined);
});
