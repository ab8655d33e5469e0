import { getFigures, listFigures } from "#src/admissions/use-cases/get-figures.ts";
import { NOTICES } from "#src/admissions/use-cases/tell-ticket-holders.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { accessTokenCalls } from "./accounts/http/access-tokens.ts";
import { accountCalls } from "./accounts/http/accounts.ts";
import { AUDIT_CALLS } from "./accounts/http/audit-log.ts";
import { INVITATION_CALLS } from "./accounts/http/invitations.ts";
import { MAIL_LINK_CALLS } from "./accounts/http/mail-links.ts";
import { SIGN_IN_CALLS } from "./accounts/http/sign-in.ts";
import { SITE_CALLS } from "./accounts/http/sites.ts";
import { STOREFRONT_RECORD_CALLS } from "./accounts/http/storefront-records.ts";
import { USER_SUMMARY_CALLS, userCalls } from "./accounts/http/users.ts";
import { ADMISSION_CALLS } from "./admissions/http/admissions.ts";
import { DOOR_CALLS } from "./admissions/http/door.ts";
import { accountListCalls } from "./catalogue/http/account-lists.ts";
import { ADDITIONAL_FIELD_CALLS } from "./catalogue/http/additional-fields.ts";
import { calendarCalls } from "./catalogue/http/calendar.ts";
import { CHANGE_CALLS } from "./catalogue/http/changes.ts";
import { eventDateCalls } from "./catalogue/http/event-dates.ts";
import { eventCalls } from "./catalogue/http/events.ts";
import { MASTER_TICKET_CALLS } from "./catalogue/http/master-tickets.ts";
import { ticketTypeCalls } from "./catalogue/http/ticket-types.ts";
import { VENUE_SUMMARY_CALLS } from "./catalogue/http/venue-summaries.ts";
import { VENUE_CALLS } from "./catalogue/http/venues.ts";
import { MESSAGE_CALLS } from "./notifications/http/messages.ts";
import { resend, SEND_TICKET_CALLS } from "./notifications/http/send-tickets.ts";
import { EVENT_GROUP_CALLS } from "./offering/http/event-groups.ts";
import { LINK_CALLS } from "./offering/http/links.ts";
import { OFFERING_COPY_CALLS } from "./offering/http/offering-copies.ts";
import { offeringCalls } from "./offering/http/offerings.ts";
import { METHOD_NAMES, STANDARD_METHODS } from "./payments/domain/payment.ts";
import { BUYER_REFUND_CALLS } from "./payments/http/buyer-refunds.ts";
import { CANCELLATION_CALLS } from "./payments/http/cancellations.ts";
import { paymentCalls } from "./payments/http/payments.ts";
import { REFUND_CALLS } from "./payments/http/refunds.ts";
import { RECEIPT_CALLS } from "./payments/http/sales.ts";
import { VOUCHER_RETURN_CALLS } from "./payments/http/voucher-returns.ts";
import { VOUCHER_CALLS } from "./payments/http/vouchers.ts";
import type { Call } from "./platform/http/call.ts";
import { CODE_CALLS } from "./pricing/http/codes.ts";
import { DISCOUNT_CALLS } from "./pricing/http/discounts.ts";
import { MULTIPACK_CALLS } from "./pricing/http/multipacks.ts";
import { PARTNER_CALLS } from "./reports/http/partner.ts";
import { SOURCE_CALLS } from "./reports/http/sources.ts";
import { buyerBodies } from "./reservations/http/buyer-body.ts";
import { cartCalls } from "./reservations/http/carts.ts";
import { QUOTE_CALLS } from "./reservations/http/quote.ts";
import { reservationCalls } from "./reservations/http/reservations.ts";
import { WAITING_LIST_CALLS } from "./reservations/http/waiting-list.ts";

/** Every call of the interface. Only listed calls have routes and are in the OpenAPI document. */
export const CALLS = callsOf({ strictV2: false });

/** Returns the calls of the interface. A strict service has only the calls and fields of the plain v2 interface. */
export function callsOf({ strictV2 }: { readonly strictV2: boolean }): readonly Call<PaymentRuntime>[] {
  const methods = strictV2 ? STANDARD_METHODS : METHOD_NAMES;
  const buyers = buyerBodies({ strictV2 });
  return [
    ...userCalls({ strictV2 }),
    ...accessTokenCalls({ strictV2 }),
    ...SIGN_IN_CALLS,
    ...accountCalls({ strictV2 }),
    ...USER_SUMMARY_CALLS,
    ...AUDIT_CALLS,
    ...STOREFRONT_RECORD_CALLS,
    ...INVITATION_CALLS,
    ...MAIL_LINK_CALLS,
    ...SITE_CALLS,
    ...accountListCalls(listFigures),
    ...calendarCalls(listFigures),
    ...CHANGE_CALLS,
    ...VENUE_SUMMARY_CALLS,
    ...VENUE_CALLS,
    ...eventCalls(NOTICES),
    ...EVENT_GROUP_CALLS,
    ...eventDateCalls(getFigures, NOTICES),
    ...ticketTypeCalls(getFigures),
    ...ADDITIONAL_FIELD_CALLS,
    ...MASTER_TICKET_CALLS,
    ...offeringCalls({ strictV2 }),
    ...OFFERING_COPY_CALLS,
    ...LINK_CALLS,
    ...DISCOUNT_CALLS,
    ...MULTIPACK_CALLS,
    ...CODE_CALLS,
    ...reservationCalls(buyers),
    ...paymentCalls(methods),
    ...cartCalls(buyers),
    ...VOUCHER_CALLS,
    ...WAITING_LIST_CALLS,
    ...QUOTE_CALLS,
    ...RECEIPT_CALLS,
    ...REFUND_CALLS,
    ...CANCELLATION_CALLS,
    ...BUYER_REFUND_CALLS,
    ...VOUCHER_RETURN_CALLS,
    ...ADMISSION_CALLS,
    ...DOOR_CALLS,
    resend,
    ...SEND_TICKET_CALLS,
    ...MESSAGE_CALLS,
    ...SOURCE_CALLS,
    ...PARTNER_CALLS,
  ].filter(({ isExtension = false }) => !(strictV2 && isExtension));
}
