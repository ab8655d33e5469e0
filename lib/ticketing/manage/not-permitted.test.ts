import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { NotPermitted, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { listEventsInState } from "#lib/ticketing/manage/event-lists.ts";
import { changeWaitingRoom } from "#lib/ticketing/manage/events.ts";
import {
  approveRefundRequest,
  declineRefundRequest,
  getRefundRequest,
  leaveOnVoucher,
  listRefundRequests,
  listVoucherReturns,
  sendNewVoucher,
} from "#lib/ticketing/manage/refund-requests.ts";
import { listUnsentMail, retryUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const pat = new PromoterCredential("pat", "word");
const errors = [{ path: "", code: "NOT_ALLOWED", message: "Needs ORDERS." }];
const FIRST = { page: 1, pageSize: 20 } as const;

const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  listRefundRequests: () => listRefundRequests(pat, 1, { state: "OPEN", ...FIRST }),
  listVoucherReturns: () => listVoucherReturns(pat, 1, { state: "OPEN", ...FIRST }),
  getRefundRequest: () => getRefundRequest(pat, 1),
  listUnsentMail: () => listUnsentMail(pat, 1),
  retryUnsentMail: () => retryUnsentMail(pat, 1),
  listEventsInState: () => listEventsInState(pat, 1, { state: "DRAFT", ...FIRST }),
};
for (const [name, call] of Object.entries(READS))
  test(`${name}: a 403 is not permitted, and a 404 or 500 is not that`, async () => {
    service.behave(fixture.answers({ successful: false, errors }, 403));
    await assert.rejects(call(), NotPermitted);
    for (const status of [404, 500]) {
      service.behave(fixture.answers({ successful: false, errors: [] }, status));
      const fault = await call().catch((thrown: unknown) => thrown);
      assert.equal(fault instanceof NotPermitted, false, `${status}`);
    }
  });

test("the control: a 403 for the shop is a fault of its service", async () => {
  service.behave(fixture.answers({ successful: false, errors }, 403));
  await assert.rejects(getEvent(1), (fault) => fault instanceof TicketingFault && !(fault instanceof NotPermitted));
});

const DECISIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  approveRefundRequest: () => approveRefundRequest(pat, 1, { fee: "returned", newVoucher: true }),
  declineRefundRequest: () => declineRefundRequest(pat, 1, "Too late."),
  sendNewVoucher: () => sendNewVoucher(pat, 1),
  leaveOnVoucher: () => leaveOnVoucher(pat, 1),
};
for (const [name, call] of Object.entries(DECISIONS))
  test(`${name}: a 403 is refused as not allowed, whatever its body says`, async () => {
    for (const body of [{ successful: false, errors: [{ ...errors[0], reason: "decided_already" }] }, {}]) {
      service.behave(fixture.answers(body, 403));
      assert.deepEqual(await call(), { result: "refused", errors: [{ path: "", code: "NOT_ALLOWED" }] });
    }
  });

test("the switch of a waiting room is not done after a 403", async () => {
  service.behave(fixture.answers({ successful: false, errors }, 403));
  assert.equal(await changeWaitingRoom(pat, 1, true), false);
});
