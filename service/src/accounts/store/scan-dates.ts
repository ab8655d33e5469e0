import type { ScanDates } from "#src/accounts/domain/mail-link.ts";
import type { Db } from "#src/platform/store/db.ts";

/** Sets the dates at which a user scans. */
export async function setScanDates(_tx: Db, _userId: number, scanDates: ScanDates | undefined): Promise<void> {
  if (scanDates != null) throw new Error("There are no rights for single dates.");
}
