import { type Log, levelOfError } from "#src/platform/domain/log.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { updatePositions } from "./catalogue/use-cases/event-lists.ts";
import { forgetMessages } from "./notifications/use-cases/messages.ts";
import { forgetPaymentTries } from "./payments/use-cases/limit-payments.ts";
import { settlePayments } from "./payments/use-cases/pay.ts";
import type { PaymentRuntime } from "./payments/use-cases/payment-runtime.ts";
import { runRefundJobs } from "./payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "./payments/use-cases/settle-refunds.ts";
import { count } from "./platform/domain/measure.ts";
import type { LabelsOf } from "./platform/domain/metrics.ts";
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

export function startSweeper(runtime: Runtime): Background {
  return repeat(runtime.log, "sweeper", SWEEP_MS, async () => {
    await expireReservations(runtime);
    await forgetWaitingList(runtime);
    await makeDueOffers(runtime);
    await updatePositions(runtime);
  });
}

export function startReconciler(runtime: PaymentRuntime): Background {
  return repeat(runtime.log, "reconciler", RECONCILE_MS, () => settlePayments(runtime));
}

export function startRefundReconciler(runtime: PaymentRuntime): Background {
  return repeat(runtime.log, "reconciler of refunds", RECONCILE_MS, () => followRefunds(runtime));
}

export function startRefundJobs(runtime: PaymentRuntime): Background {
  return repeat(runtime.log, "jobs of refunds", RECONCILE_MS, (stopping) => runRefundJobs(runtime, stopping));
}

export function startMessageCleanUp(runtime: Runtime): Background {
  return repeat(runtime.log, "clean-up of messages", CLEAN_UP_MS, () => forgetMessages(runtime));
}

/** A separate job, so that these tables do not grow while another job fails. */
export function startReservationCleanUp(runtime: Runtime): Background {
  return repeat(runtime.log, "clean-up of reservations", CLEAN_UP_MS, async () => {
    await forgetPaymentTries(runtime);
    await forgetReservations(runtime);
  });
}

/** Repeats a job with a pause between runs. A failed run is logged, and the next one follows. `stopping` ends a long run early. */
function repeat(log: Log, job: Task, pauseMs: number, work: (stopping: AbortSignal) => Promise<unknown>): Background {
  let timer: NodeJS.Timeout | undefined;
  let quietUntil = 0;
  const stopping = new AbortController();
  let running = Promise.resolve();

  function report(error: unknown): void {
    count("foyer_service_background_runs_total", { task: job, result: "failed" });
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + LOG_PAUSE_MS;
    log(levelOfError(error), "A job in the background failed and is repeated.", { job }, error);
  }

  function run(): void {
    running = work(stopping.signal)
      .then(() => count("foyer_service_background_runs_total", { task: job, result: "done" }))
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
