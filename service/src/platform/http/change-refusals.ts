import type { z } from "zod";
import type { ChangeRefusal, ChangeRefusalCode } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { answer, type Reply, refuse } from "./call.ts";
import type { ErrorRow } from "./error-rows.ts";
import type { created, done } from "./shapes.ts";

type Words = readonly [status: 400 | 404, code: ErrorRow["code"], message: string];

const REFUSED: Record<ChangeRefusalCode, Words> = {
  no_such_thing: [404, "NOT_FOUND", "There is no such thing in this account."],
  configuration_needed: [400, "REQUIRED", "Name the venue configuration: the venue does not have exactly one."],
  section_of_another_venue: [400, "RANGE", "The section belongs to another venue, or there is none with this id."],
  configuration_of_another_venue: [400, "RANGE", "The configuration belongs to another venue than the event."],
  section_outside_configuration: [400, "RANGE", "The section is not in the venue configuration of the date."],
  value_needed: [400, "REQUIRED", "Give it, or name a master ticket that the ticket type follows."],
  master_of_another_event: [400, "RANGE", "The master ticket belongs to another event than the ticket type."],
  ticket_type_outside: [
    400,
    "RANGE",
    "Tickets are sold in a section that would not be in the configuration. Move those ticket types first.",
  ],
  overlaps_other_configuration: [
    400,
    "RANGE",
    "Another date of this event overlaps it in another configuration. Dates that overlap need the same one.",
  ],
  time_does_not_exist: [
    400,
    "RANGE",
    "The venue's clocks skip this time on that day, because summer time begins. Choose a time before or after the gap.",
  ],
  ends_before_it_starts: [400, "RANGE", "The end must be later than the start."],
  unknown_time_zone: [400, "RANGE", "Give the time zone by its IANA name, such as Pacific/Auckland."],
  maximum_below_minimum: [400, "RANGE", "The most per order must not be below the least per order."],
  username_taken: [400, "RANGE", "This username is taken; capitals and small letters are one. Choose another."],
  password_unfit: [
    400,
    "RANGE",
    "A password has 12 characters or more, at least five different ones, and does not hold the user's own name.",
  ],
  password_wrong: [400, "RANGE", "Give your present password to set another."],
  own_rights: [400, "RANGE", "Nobody disables or demotes themselves. Ask a colleague who may manage the account."],
  last_manager: [400, "RANGE", "Then nobody could manage the account any more. Let a colleague manage it first."],
  more_are_taken: [400, "RANGE", "More than that are sold or held already."],
  standard_field_of_buyers: [400, "RANGE", "Every buyer is asked for name and e-mail. Ask for PHONE, or use CUSTOM."],
  name_is_taken: [
    400,
    "RANGE",
    "Another question of this event has this name, or it stands for a standard field. A standard field has its type for a name.",
  ],
  choices_needed: [400, "REQUIRED", "Give values to choose from: a question of this kind has nothing else."],
  guests_only: [400, "RANGE", "Only a question to guests belongs to ticket types."],
  parent_needed: [400, "RANGE", "Name the parent whose answers call for this question."],
  not_the_parents_answer: [400, "RANGE", "The parent cannot be answered so: it is none of its values."],
  code_is_taken: [400, "RANGE", "The account has this code already. Capitals and small letters are one."],
  code_needs_a_discount: [
    400,
    "REQUIRED",
    "A DISCOUNT code names one discount or festivalDiscount; no other code does.",
  ],
  discount_needs_no_code: [400, "RANGE", "This discount applies without a code. Make it codeRequired first."],
  code_opens_nothing_there: [400, "RANGE", "Only a BOOKING or REVEAL code names ticket types."],
};

export function refuseChange({ refusal, path }: ChangeRefusal): Reply<never> {
  return refuse(REFUSED[refusal][0], [changeRefusalRow({ refusal, path })]);
}

/** What is answered where something was to be added: its number, or why there is none. */
export function replyCreated(made: Outcome<{ readonly id: number }, ChangeRefusal>): Reply<z.input<typeof created>> {
  return made.ok ? answer({ successful: true, id: made.id }) : refuseChange(made);
}

/** What is answered where something was to be changed or taken away. */
export function replyChanged(changed: Outcome<object, ChangeRefusal>): Reply<z.input<typeof done>> {
  return changed.ok ? answer({ successful: true, messages: [] }) : refuseChange(changed);
}

export function changeRefusalRow({ refusal, path }: ChangeRefusal): ErrorRow {
  const [, code, message] = REFUSED[refusal];
  return { path, code, message };
}
