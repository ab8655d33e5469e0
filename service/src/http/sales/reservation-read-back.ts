import { z } from "zod";
import type { Sale } from "#src/domain/sale.ts";
import { answer, declareCall, missing } from "#src/http/call.ts";
import { toRef } from "#src/http/shapes.ts";
import { getReceipt } from "#src/use-cases/get-receipt.ts";
import { toCodeAnswer } from "./code-shapes.ts";
import { YES } from "./refusal-words.ts";
import { reserved } from "./reservations.ts";
import { isWaiting, keyParams, saleRef, shownStatus, toInstant, toInvoice, toSaleRef } from "./sale-shapes.ts";

const reservation = reserved.omit({ link: true }).extend({
  link: saleRef,
  expiry: z.string().nullable(),
  layby: z.boolean(),
  paymentSchedule: z.array(z.unknown()),
});

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
