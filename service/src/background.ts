import { levelOfError } from "#src/platform/domain/log.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { forgetAuditEntries } from "./accounts/use-cases/audit-log.ts";
import { forgetMailLinks } from "./accounts/use-cases/mail-links.ts";
import { forgetRecords } from "./accounts/use-cases/storefront-records.ts";
import { forgetChanges } from "./catalogue/use-cases/changes.ts";
import { updatePositions } from "./catalogue/use-cases/event-lists.ts";
import { forgetMessages } from "./notifications/use-cases/messages.ts";
import { settlePayments } from "./payments/use-cases/pay.ts";
import type { PaymentRuntime } from "./payments/use-cases/payment-runtime.ts";
import { runRefundJobs } from "./payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "./payments/use-cases/settle-refunds.ts";
import { count } from "./platform/domain/measure.ts";
import type { LabelsOf } from "./platform/domain/metrics.ts";
import { forgetTries } from "./platform/store/tries.ts";
import { addUpSources } from "./reports/use-cases/sources.ts";
import { removeOrderLinks } from "./reservations/store/order-links.ts";
import { removeClickIds } from "./reservations/store/sources.ts";
import { expireReservations, forgetReservations } from "./reservations/use-cases/release.ts";
import { forgetWaitingList, makeDueOffers } from "./reservations/use-cases/waiting-list/settle-offers.ts";

/** Bounds how long "sold out" is shown after reservations expire. A new reservation never waits for the sweeper. */
const SWEEP_MS = 2_000;
const RECONCILE_MS = 500;
/** Each run deletes up to a thousand messages: more than a million a day. */
const CLEAN_UP_MS = 60_000;
/** A database that is down fails every run of a job, so its failures are logged once in this time. */
const LOG_PAUSE_MS = 30_000;

type Task = LabelsOf<"foyer_service_background_runs_total">["task"];

export type Background = { readonly stop: () => Promise<void> };

type Job = readonly [
  task: Task,
  pauseMs: number,
  /** `stopping` ends a long run early. */
  work: (runtime: PaymentRuntime, stopping: AbortSignal) => Promise<unknown>,
];

export const REFUND_JOBS: Job = ["jobs of refunds", RECONCILE_MS, runRefundJobs];

/** Everything that is repeated without a request. */
export const JOBS: readonly Job[] = [
  ["sweeper", SWEEP_MS, sweep],
  ["clean-up of messages", CLEAN_UP_MS, forgetMessages],
  // A separate job, so that these tables do not grow while another job fails.
  ["clean-up of reservations", CLEAN_UP_MS, cleanUpReservations],
  ["reconciler", RECONCILE_MS, settlePayments],
  ["reconciler of refunds", RECONCILE_MS, followRefunds],
  REFUND_JOBS,
];

async function sweep(runtime: Runtime): Promise<void> {
  await expireReservations(runtime);
  await forgetWaitingList(runtime);
  await makeDueOffers(runtime);
  await updatePositions(runtime);
}

async function cleanUpReservations(runtime: Runtime): Promise<void> {
  await forgetTries(runtime.db);
  await forgetAuditEntries(runtime);
  await forgetReservations(runtime);
  await removeOrderLinks(runtime.db);
  await removeClickIds(runtime.db, runtime.limits.clickIdKeepSeconds);
  await forgetChanges(runtime);
  await forgetRecords(runtime);
  await forgetMailLinks(runtime);
  await addUpSources(runtime);
}

/** Repeats a job with a pause between runs. A failed run is logged, and the next one follows. */
export function startJob(runtime: PaymentRuntime, [task, pauseMs, work]: Job): Background {
  let timer: NodeJS.Timeout | undefined;
  let quietUntil = 0;
  const stopping = new AbortController();
  let running = Promise.resolve();

  function report(error: unknown): void {
    count("foyer_service_background_runs_total", { task, result: "failed" });
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + LOG_PAUSE_MS;
    runtime.log(levelOfError(error), "A job in the background failed and is repeated.", { job: task }, error);
  }

  function run(): void {
    running = work(runtime, stopping.signal)
      .then(() => count("foyer_service_background_runs_total", { task, result: "done" }))
      .catch((error: unknown) => report(error))
      .finally(wait);
  }

  function wait(): void {
    if (!stopping.signal.aborted) timer = setTimeout(run, pauseMs);
  }

  wait();
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}
