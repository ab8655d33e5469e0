import {
  type Background,
  startMessageCleanUp,
  startReconciler,
  startRefundJobs,
  startRefundReconciler,
  startReservationCleanUp,
  startSweeper,
} from "./background.ts";
import { startMail } from "./mail-worker.ts";
import type { PaymentWorld } from "./payments/use-cases/payment-world.ts";
import type { Settings } from "./settings.ts";

/** Starts everything that the service does without a request. Several workers may run on one database. */
export async function startWorker(world: PaymentWorld, settings: Settings): Promise<Background> {
  const mail = await startMail(world, settings);
  const jobs = [
    startSweeper(world),
    startMessageCleanUp(world),
    startReservationCleanUp(world),
    startReconciler(world),
    startRefundReconciler(world),
    startRefundJobs(world),
    ...(mail ? [mail] : []),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
