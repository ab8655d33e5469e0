import { z } from "zod";
import { getReceipt } from "#src/payments/use-cases/get-receipt.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { toRef } from "#src/platform/http/shapes.ts";
import { toCodeAnswer } from "#src/pricing/http/code-shapes.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { YES } from "#src/reservations/http/refusals.ts";
import { reserved } from "#src/reservations/http/reservations.ts";
import {
  isWaiting,
  keyParams,
  saleRef,
  shownStatus,
  toInstant,
  toInvoice,
  toSaleRef,
} from "#src/reservations/http/sale-shapes.ts";

const reservation = named(
  "Reservation",
  reserved.omit({ link: true }).extend({
    link: saleRef,
    expiry: z.string().nullable(),
    layby: z.boolean(),
    paymentSchedule: z.array(z.unknown()),
  }),
);

const read = declareCall({
  method: "GET",
  path: "/reservation/{key}",
  summary: "Read a reservation, held or paid for",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  answer: reservation,
  async handle({ world, caller, params }) {
    const receipt = await getReceipt(world, caller, params);
    if (!receipt) return missing("key", "reservation");
    const admissions = receipt.admissions.map((admission) => toRef("admission", admission));
    const codes = receipt.codes.map((one) => toCodeAnswer(one, receipt.sale.total.currency));
    return answer({ ...toReservation(receipt.sale), admissions, codes });
  },
});

export const RESERVATION_READ_BACK_CALLS = [read];

function toReservation(sale: Sale): z.input<typeof reservation> {
  return {
    ...YES,
    key: sale.key,
    multiSaleKey: sale.cartKey,
    link: toSaleRef(sale),
    status: shownStatus(sale),
    event: toRef("event", { id: sale.eventId, name: sale.eventName }),
    expiry: isWaiting(sale) ? toInstant(sale.expiresAt) : null,
    expirySeconds: isWaiting(sale) ? sale.secondsLeft : 0,
    invoice: toInvoice(sale),
    admissions: [],
    codes: [],
    layby: false,
    paymentSchedule: [],
  };
}
