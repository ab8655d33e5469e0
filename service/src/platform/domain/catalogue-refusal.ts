/** Why something cannot be put into the catalogue as it was asked for. */
export type CatalogueRefusalCode =
  | "no_such_thing"
  | "configuration_needed"
  | "section_of_another_venue"
  | "configuration_of_another_venue"
  | "section_outside_configuration"
  | "ticket_type_outside"
  | "master_of_another_event"
  | "value_needed"
  | "overlaps_other_configuration"
  | "time_does_not_exist"
  | "ends_before_it_starts"
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
  | "not_the_parents_answer"
  | "code_is_taken"
  | "code_needs_a_discount"
  | "discount_needs_no_code"
  | "code_opens_nothing_there";

/** The refusal and where in the request it stands. */
export type CatalogueRefusal = { readonly refusal: CatalogueRefusalCode; readonly path: string };

export function refused(refusal: CatalogueRefusalCode, path: string): { readonly ok: false } & CatalogueRefusal {
  return { ok: false, refusal, path };
}
