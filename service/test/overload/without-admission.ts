import { cpSync } from "node:fs";
import { join } from "node:path";
import { copyService, type ServiceCopy, SHIPPED } from "#test/race/service-copy.ts";

const PROGRAM = join("test", "bench", "purchase-service.ts");

/** The control: copies the service, which accepts every reservation and lock, however long the checkouts under way wait. */
export function copyWithoutAdmission(): ServiceCopy {
  const changes = [
    {
      file: "src/reservations/use-cases/reserve/create-reservation.ts",
      text: "isCheckoutSlow(world) ? BUSY : await",
      becomes: "await",
    },
    { file: "src/reservations/use-cases/lock-cart.ts", text: "{ waitMaxMs: lockBusyMs }", becomes: "{}" },
  ];
  const copy = copyService(changes, "SELECT 1");
  cpSync(join(SHIPPED, PROGRAM), join(copy.folder, PROGRAM));
  return copy;
}
