import "server-only";

import type { Admission } from "#lib/domain/admission.ts";
import { pathTo } from "#lib/ticketing/paths.ts";
import { request } from "#lib/ticketing/request.ts";
import { admission } from "#lib/ticketing/wire/sale.ts";

export async function getAdmission(admissionId: number): Promise<Admission | undefined> {
  const path = pathTo`/admission/${admissionId}`;
  return path && request({ name: "getAdmission", method: "GET", path, answer: admission });
}
