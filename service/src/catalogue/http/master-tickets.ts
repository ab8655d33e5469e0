import { z } from "zod";
import type { CannotFollow, MasterTerms } from "#src/catalogue/domain/master-ticket.ts";
import { getCurrency } from "#src/catalogue/use-cases/events.ts";
import {
  changeMasterTicket,
  createMasterTicket,
  getMasterTicket,
  listMasterTickets,
} from "#src/catalogue/use-cases/master-tickets.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { changeRefusalRow, refuseChange, replyCreated } from "#src/platform/http/change-refusals.ts";
import { name, places, price, readAmounts, version, when } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import {
  created,
  currency,
  done,
  id,
  idParams,
  pageOf,
  paging,
  ref,
  toCurrency,
  toRef,
  totalHeader,
} from "#src/platform/http/shapes.ts";

const terms = named(
  "TicketTerms",
  z.object({
    name: z.string(),
    price: currency,
    fee: currency,
    /** Null: the section's capacity. */
    maximumAllocation: z.int().nullable(),
    onSaleFrom: z.string().nullable(),
    onSaleTo: z.string().nullable(),
  }),
);

const limits = {
  maximumAllocation: places.nullable().optional(),
  onSaleFrom: when.nullable().optional(),
  onSaleTo: when.nullable().optional(),
};

const followed = named(
  "MasterTicketChange",
  z.object({ ticketType: ref, eventDate: ref, before: terms, after: terms }),
);

export const MASTER_TICKET_CALLS = [
  declareRead({
    path: "/masterTicket/{id}",
    summary: "A master ticket and the ticket types that follow it",
    access: ["MANAGE"],
    answer: terms.extend({ id, version: z.int(), event: ref, ticketTypes: z.array(ref) }),
    thing: "master ticket",
    find: getMasterTicket,
    show: (master) => ({
      id: master.id,
      version: master.version,
      event: toRef("event", master.event),
      ...toTerms(master, master.timeZone),
      ticketTypes: master.linked.map((type) => toRef("ticketType", type)),
    }),
  }),
  declareCall({
    method: "GET",
    path: "/event/{id}/masterTickets",
    summary: "An event's master tickets by name",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ refs: z.array(ref) }),
    handle: async ({ runtime, caller, params, query }) => {
      const found = await listMasterTickets(runtime, caller, params.id, pageOf(query));
      if (found === undefined) return missing("id", "event");
      return answer({ refs: found.things.map((master) => toRef("masterTicket", master)) }, totalHeader(found.total));
    },
  }),
  declareCall({
    method: "POST",
    path: "/masterTicket",
    summary: "Add a master ticket to an event. Ticket types follow it by their field masterTicket",
    access: ["MANAGE"],
    body: z.strictObject({ event: id, name, price, fee: price.default(0), ...limits }),
    answer: created,
    handle: async ({ runtime, caller, body: { event: eventId, price, fee, ...rest } }) => {
      const code = await getCurrency(runtime, caller, { eventId });
      if (code === undefined) return missing("event", "event");
      const exact = readAmounts({ price, fee }, code);
      if (!exact.ok) return exact.reply;
      const input = { onSaleFrom: undefined, onSaleTo: undefined, ...rest, price: exact.price, fee: exact.fee };
      return replyCreated(await createMasterTicket(runtime, caller, eventId, input));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/masterTicket/{id}",
    summary: "Change a master ticket and every ticket type that follows it, or none. dryRun lists the changes only",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      price: price.optional(),
      fee: price.optional(),
      ...limits,
      dryRun: z.boolean().default(false),
      version,
    }),
    answer: done.extend({ dryRun: z.boolean(), changes: z.array(followed) }),
    handle: async ({ runtime, caller, params, body: { dryRun, price, fee, ...rest } }) => {
      const master = await getMasterTicket(runtime, caller, params.id);
      if (master === undefined) return missing("id", "master ticket");
      const exact = readAmounts({ price, fee }, master.price.currency);
      if (!exact.ok) return exact.reply;
      const input = { onSaleFrom: undefined, onSaleTo: undefined, ...rest, price: exact.price, fee: exact.fee };
      const changed = await changeMasterTicket(runtime, caller, params.id, input, dryRun);
      if (!changed.ok) {
        return changed.refusal === "cannot_follow" ? refuse(400, changed.failed.map(toRow)) : refuseChange(changed);
      }
      const changes = changed.followed.map(({ type, before, after }) => ({
        ticketType: toRef("ticketType", type),
        eventDate: toRef("eventDate", type.eventDate),
        before: toTerms(before, changed.timeZone),
        after: toTerms(after, changed.timeZone),
      }));
      return answer({ successful: true as const, messages: [], dryRun, changes });
    },
  }),
];

function toTerms(master: MasterTerms, timeZone: string): z.input<typeof terms> {
  return {
    name: master.name,
    price: toCurrency(master.price),
    fee: toCurrency(master.fee),
    maximumAllocation: master.maximumAllocation ?? null,
    onSaleFrom: master.onSaleFrom ? formatInstant(master.onSaleFrom, timeZone) : null,
    onSaleTo: master.onSaleTo ? formatInstant(master.onSaleTo, timeZone) : null,
  };
}

/** Returns the error row of a ticket type that cannot follow, with its date. */
function toRow({ type, refusal, path }: CannotFollow) {
  const row = changeRefusalRow({ refusal, path });
  return { ...row, message: `${type.name}, ${type.eventDate.name}: ${row.message}`, ticketType: type.id };
}
