/** A success or a refusal, both as values. Only faults are thrown. */
export type Outcome<Good, Refusal> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & Refusal);

/**
 * The fields of a thing that a call may change. `undefined` keeps a field, `null` empties one that may be empty. `version` is the
 * one that the maker of the change saw; without it the change applies to any.
 */
export type ChangeOf<Thing> = {
  readonly [Field in keyof Thing]?: Thing[Field] | (undefined extends Thing[Field] ? null : never) | undefined;
};

/** Who last changed a thing, and when. */
export type LastChange = { readonly by: { readonly id: number; readonly name: string }; readonly at: Date };

/**
 * Thrown when a thing has changed since the maker of a change saw it. It is no value, so that it rolls back the transaction: the
 * version is compared where the thing is written, after other writes of the same change.
 */
export class StaleVersion extends Error {
  /** `undefined`: the log no longer has it. */
  readonly lastChange: LastChange | undefined;

  constructor(lastChange: LastChange | undefined) {
    super("The thing has changed since its maker saw it.");
    this.lastChange = lastChange;
  }
}

/** Why the service refuses to create or change something: the reason of the error row, and its message. */
export const CHANGE_REFUSALS = {
  no_such_thing: "The account has nothing with this id.",
  configuration_needed: "Name the venue configuration: the venue has none or several.",
  section_of_another_venue: "The section belongs to another venue, or does not exist.",
  configuration_of_another_venue: "The configuration belongs to another venue than the event.",
  sections_overlap:
    "These sections share their floor, so that a configuration has only one of them. Leave out the other, or end the overlap.",
  overlap_in_configuration:
    "A configuration has both of these sections, so that they cannot share their floor. Change the configuration first.",
  section_overlaps_itself: "A section cannot overlap itself. Leave it out.",
  section_outside_configuration: "The section is not in the venue configuration of the date.",
  value_required: "Give a value, or name a master ticket that the ticket type follows.",
  master_of_another_event: "The master ticket belongs to another event than the ticket type.",
  ticket_types_outside:
    "The configuration lacks a section in which ticket types of this date are sold. Move those ticket types first.",
  overlaps_other_configuration:
    "This date overlaps another date of the event that has another configuration. Overlapping dates need the same one.",
  time_does_not_exist:
    "The venue's clocks skip this time on that day, because summer time begins. Choose a time before or after the gap.",
  offset_of_another_zone:
    "The venue's clocks do not show this time with this offset on that day. Give the offset of the venue's time zone, or none.",
  ends_before_it_starts: "The end must be later than the start.",
  doors_not_before_start: "The doors must open at the start or at most 24 hours before it.",
  unknown_time_zone: "Give the time zone by its IANA name, such as Pacific/Auckland.",
  maximum_below_minimum: "The maximum per order must not be below the minimum per order.",
  username_taken: "This username is taken. Case is ignored. Choose another.",
  password_unfit:
    "Choose a password of 12 characters or more, with at least five different ones, that is not a common one, does not contain the username, and is not a name of the user or the account.",
  password_wrong: "Give your current password to set a new one.",
  code_wrong: "This is no code of your app for this moment, and none of your backup codes.",
  code_used: "This code was used already. Wait for the next one.",
  second_factor_on: "Two-step sign-in is on. Turn it off first.",
  second_factor_off: "Two-step sign-in is off.",
  second_factor_not_begun: "There is no secret yet whose code this could be. Make one first.",
  own_second_factor: "Turn off your own two-step sign-in with a code, or ask another user who may manage the account.",
  capabilities_named_twice:
    "Send capabilities, or sellCapabilities, mayScan and mayManage: both say what the user may do.",
  link_ended: "This link was used, was replaced, or has ended. Ask for a new one.",
  own_rights: "You cannot disable yourself or remove your own rights. Ask another user who may manage the account.",
  scan_needed: "Scan dates limit SCAN. Give SCAN with them, or leave them out.",
  date_of_another_account: "The date or event belongs to another account, or does not exist.",
  last_manager: "This is the only user who may manage the account. Give another user MANAGE first.",
  more_are_taken: "More than this number are already sold or reserved.",
  standard_field_of_buyers: "Every form for buyers has name and email already. Use PHONE, or CUSTOM.",
  name_is_taken:
    "Another question of this event has this name, or the name is reserved for a standard field. A standard field has its type as its name.",
  choices_needed: "Give the values to choose from: this input type needs them.",
  guests_only: "Only a question to guests can name ticket types.",
  parent_needed: "Name the parent question whose answers show this question.",
  not_a_value_of_parent: "This is not one of the values of the parent question.",
  site_exists: "The account already has this website.",
  origin_unfit: "Give the origin of a page with https and a public name, such as https://shop.example.",
  return_prefix_unfit:
    "Give a path such as /tickets/, of plain signs, without query, fragment, dot segments, empty segments and semicolons.",
  too_many_sites: "An account has at most 50 websites. Remove one first.",
  ref_is_taken: "Another link of the account has this ref. Case is ignored. Choose another.",
  too_many_links: "An account has at most 500 links that have not ended. End one first.",
  code_is_taken: "The account already has this code. Case is ignored.",
  code_needs_a_discount: "A DISCOUNT code names one discount or festivalDiscount; no other code does.",
  discount_needs_no_code: "This discount applies without a code. Set its codeRequired first.",
  ticket_types_not_allowed: "Only a BOOKING or REVEAL code can name ticket types.",
} as const;

type ChangeRefusalCode = keyof typeof CHANGE_REFUSALS;

/** A refusal, the path of the field in the request that caused it, and the names of what the message is about. */
export type ChangeRefusal = { readonly refusal: ChangeRefusalCode; readonly path: string; readonly about?: string };

/** The outcome of a use case that creates a thing, or changes one. */
export type Created = Outcome<{ readonly id: number }, ChangeRefusal>;
export type Changed = Outcome<object, ChangeRefusal>;

export function refused(
  refusal: ChangeRefusalCode,
  path: string,
  about?: string,
): { readonly ok: false } & ChangeRefusal {
  return { ok: false, refusal, path, ...(about !== undefined && { about }) };
}
