import type { Admission } from "#src/domain/admission.ts";
import type { Caller } from "#src/domain/caller.ts";
import { findAdmission } from "#src/store/admissions.ts";
import type { World } from "#src/world.ts";

export async function getAdmission({ db }: World, caller: Caller, id: number): Promise<Admission | undefined> {
  return findAdmission(db, caller.account.id, { id });
}
