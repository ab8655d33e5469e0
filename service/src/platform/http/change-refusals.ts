import type { z } from "zod";
import type { ChangeRefusal, ChangeRefusalCode, Outcome } from "#src/platform/domain/outcome.ts";
import { answer, type Reply, refuse } from "./call.ts";
import type { ErrorRow } from "./error-rows.ts";
import type { created, done } from "./shapes.ts";

type Answer = readonly [status: 400 | 404, code: ErrorRow["code"], message: string];

const REFUSED: Record<ChangeRefusalCode, Answer> = {
  no_such_thing: [404, "NOT_FOUND", "The account has nothing with this id."],
  configuration_needed: [400, "REQUIRED", "Name the venue configuration: the venue has none or several."],
  section_of_another_venue: [400, "RANGE", "The section belongs to another venue, or does not exist."],
  configuration_of_another_venue: [400, "RANGE", "The configuration belongs to another venue than the event."],
  section_outside_configuration: [400, "RANGE", "The section is not in the venue configuration of the date."],
  value_required: [400, "REQUIRED", "Give a value, or name a master ticket that the ticket type follows."],
  master_of_another_event: [400, "RANGE", "The master ticket belongs to another event than the ticket type."],
  ticket_types_outside: [
    400,
    "RANGE",
    "The configuration lacks a section in which ticket types of this date are sold. Move those ticket types first.",
  ],
  overlaps_other_configuration: [
    400,
    "RANGE",
    "This date overlaps another date of the event that has another configuration. Overlapping dates need the same one.",
  ],
  time_does_not_exist: [
    400,
    "RANGE",
    "The venue's clocks skip this time on that day, because summer time begins. Choose a time before or after the gap.",
  ],
  ends_before_it_starts: [400, "RANGE", "The end must be later than the start."],
  doors_not_before_start: [400, "RANGE", "The doors must open at the start or at most 24 hours before it."],
  unknown_time_zone: [400, "RANGE", "Give the time zone by its IANA name, such as Pacific/Auckland."],
  maximum_below_minimum: [400, "RANGE", "The maximum per order must not be below the minimum per order."],
  username_taken: [400, "RANGE", "This username is taken. Case is ignored. Choose another."],
  password_unfit: [
    400,
    "RANGE",
    "Choose a password of 12 characters or more, with at least five different ones, that does not contain the username.",
  ],
  password_wrong: [400, "RANGE", "Give your current password to set a new one."],
  own_rights: [
    400,
    "RANGE",
    "You cannot disable yourself or remove your own rights. Ask another user who may manage the account.",
  ],
  last_manager: [400, "RANGE", "This is the only user who may manage the account. Give another user MANAGE first."],
  more_are_taken: [400, "RANGE", "More than this number are already sold or reserved."],
  standard_field_of_buyers: [400, "RANGE", "Every form for buyers has name and email already. Use PHONE, or CUSTOM."],
  name_is_taken: [
    400,
    "RANGE",
    "Another question of this event has this name, or the name is reserved for a standard field. A standard field has its type as its name.",
  ],
  choices_needed: [400, "REQUIRED", "Give the values to choose from: this input type needs them."],
  guests_only: [400, "RANGE", "Only a question to guests can name ticket types."],
  parent_needed: [400, "RANGE", "Name the parent question whose answers show this question."],
  not_a_value_of_parent: [400, "RANGE", "This is not one of the values of the parent question."],
  code_is_taken: [400, "RANGE", "The account already has this code. Case is ignored."],
  code_needs_a_discount: [
    400,
    "REQUIRED",
    "A DISCOUNT code names one discount or festivalDiscount; no other code does.",
  ],
  discount_needs_no_code: [400, "RANGE", "This discount applies without a code. Set its codeRequired first."],
  ticket_types_not_allowed: [400, "RANGE", "Only a BOOKING or REVEAL code can name ticket types."],
};

export function refuseChange({ refusal, path }: ChangeRefusal): Reply<never> {
  return refuse(REFUSED[refusal][0], [changeRefusalRow({ refusal, path })]);
}

/** Returns the answer of a call that creates something: its id, or the refusal. */
export function replyCreated(made: Outcome<{ readonly id: number }, ChangeRefusal>): Reply<z.input<typeof created>> {
  return made.ok ? answer({ successful: true, id: made.id }) : refuseChange(made);
}

/** Returns the answer of a call that changes or deletes something: success, or the refusal. */
export function replyChanged(changed: Outcome<object, ChangeRefusal>): Reply<z.input<typeof done>> {
  return changed.ok ? answer({ successful: true, messages: [] }) : refuseChange(changed);
}

export function changeRefusalRow({ refusal, path }: ChangeRefusal): ErrorRow {
  const [, code, message] = REFUSED[refusal];
  return { path, code, message };
}
