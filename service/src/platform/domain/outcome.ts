/** A success or a refusal, both as values. Only faults are thrown. */
export type Outcome<Good, Refusal> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & Refusal);

/** The fields of a thing that a call may change. `undefined` keeps a field, `null` empties one that may be empty. */
export type ChangeOf<Thing> = {
  readonly [Field in keyof Thing]?: Thing[Field] | (undefined extends Thing[Field] ? null : never) | undefined;
};

/** The reasons why the service refuses to create or change something. */
export type ChangeRefusalCode =
  | "no_such_thing"
  | "configuration_needed"
  | "section_of_another_venue"
  | "configuration_of_another_venue"
  | "section_outside_configuration"
  | "ticket_types_outside"
  | "master_of_another_event"
  | "value_required"
  | "overlaps_other_configuration"
  | "time_does_not_exist"
  | "ends_before_it_starts"
  | "doors_not_before_start"
  | "unknown_time_zone"
  | "maximum_below_minimum"
  | "more_are_taken"
  | "username_taken"
  | "password_unfit"
  | "password_wrong"
  | "own_rights"
  | "last_manager"
  | "standard_field_of_buyers"
  | "name_is_taken"
  | "choices_needed"
  | "guests_only"
  | "parent_needed"
  | "not_a_value_of_parent"
  | "code_is_taken"
  | "code_needs_a_discount"
  | "discount_needs_no_code"
  | "ticket_types_not_allowed";

/** A refusal and the path of the field in the request that caused it. */
export type ChangeRefusal = { readonly refusal: ChangeRefusalCode; readonly path: string };

export function refused(refusal: ChangeRefusalCode, path: string): { readonly ok: false } & ChangeRefusal {
  return { ok: false, refusal, path };
}
