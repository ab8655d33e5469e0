import { type Clock, type ConstructorOptions, type JobResult, PgBoss, systemClock } from "pg-boss";
import { type Log, levelOfError } from "#src/platform/domain/log.ts";
import { LOOK_MS, SEND_MS } from "./mail-server.ts";
import { RENDER_MS } from "./storefront-renderer.ts";

/** The name under which the trigger of migration 0128 inserts jobs. */
const QUEUE = "messages";
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Tries follow after 5 to 10 s, then twice as long each time, at most 3 min: five minutes after an outage all that it kept has gone
 * out. `deliverMessage` gives a message up, the queue never does, and leaves one alone for longer that fails by itself.
 */
const RETRIES = { retryLimit: 1_000_000, retryDelay: 5, retryBackoff: true, retryDelayMax: 3 * 60 };
/** Longer than any outage: the queue forgets a job that has waited for this time. */
const RETENTION_SECONDS = 366 * DAY_SECONDS;
/** The looks of one try at a mail server that took nothing: two before it is rendered, one after it was not sent. */
const LOOKS = 3;
/** Longer than all timeouts of a try together, so that no second one begins while the first hangs. */
const TRY_SECONDS = Math.ceil((LOOKS * LOOK_MS + RENDER_MS + SEND_MS) / 1_000) + 60;
/** A worker without a heartbeat for this long loses its message to another one. */
const HEARTBEAT_SECONDS = 20;
/** How often the heartbeats are checked. With the wait before a retry, a message of a killed worker is tried within a minute. */
const SUPERVISE_SECONDS = 10;
const POLL_SECONDS = 1;
/** Messages that are fetched and sent together. While batches are full, the next one follows at once. */
const BATCH = 5;
/** Batches at a time in one process. A message that takes long delays its own batch alone. */
const BATCHES = 2;
/** A stop waits this long for tries under way. */
const STOP_MS = 20_000;
/** An error of a database that is down repeats with every poll, and one of the mail server with every message, so each is logged once in this time. */
const LOG_PAUSE_MS = 30_000;

/** The jobs: each has the id of a message. */
type MessageJobs = {
  /** Tries to send a message: `deliverMessage` of `use-cases/deliver-message.ts`. A try that throws is repeated later. */
  readonly deliver: (messageId: string) => Promise<void>;
  readonly log: Log;
};

type MessageWorker = { readonly stop: () => Promise<void> };

/** The connections on which the queue runs its statements. */
type QueueDatabase = NonNullable<ConstructorOptions["db"]>;

type Data = { readonly message: string };

/** Gives jobs of a release before, which may still sell beside this one or again, the tries of this one, as migration 0161 did. */
const RENEW_JOBS = `
  UPDATE pgboss.job
     SET retry_limit = ${RETRIES.retryLimit}, retry_delay_max = ${RETRIES.retryDelayMax},
         start_after = least(start_after, now() + interval '${RETRIES.retryDelayMax} seconds'),
         keep_until = now() + interval '${RETENTION_SECONDS} seconds'
   WHERE name = '${QUEUE}' AND state IN ('created', 'retry', 'active') AND retry_limit < ${RETRIES.retryLimit}`;

/** Creates or upgrades the tables of the queue. Several processes may do so at once. */
export async function installMessageQueue(db: QueueDatabase): Promise<void> {
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    const options = {
      ...RETRIES,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: TRY_SECONDS,
      deleteAfterSeconds: DAY_SECONDS,
      retentionSeconds: RETENTION_SECONDS,
    };
    await boss.createQueue(QUEUE, options);
    // Releases before had dead jobs in a queue that nobody reads: a message that is given up is DEAD.
    await boss.updateQueue(QUEUE, { ...options, deadLetter: null });
    await db.executeSql(RENEW_JOBS);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Starts to take jobs. */
export async function startMessageWorker(
  db: QueueDatabase,
  jobs: MessageJobs,
  clock: Clock = systemClock,
): Promise<MessageWorker> {
  const boss = new PgBoss({
    db,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    registerInstance: false,
    clock,
  });
  boss.on(
    "error",
    oncePer(LOG_PAUSE_MS, (error) => jobs.log(levelOfError(error), "The message queue failed.", {}, error)),
  );
  const logFailure = oncePer(LOG_PAUSE_MS, (error) =>
    jobs.log("warn", "Mail waits for another try.", { reason: error.message }),
  );
  await boss.start();
  const batches = {
    batchSize: BATCH,
    localConcurrency: BATCHES,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work<Data>(QUEUE, { ...batches, pollingIntervalSeconds: POLL_SECONDS }, (found) =>
    Promise.all(found.map(({ id, data }) => resultOf(id, jobs.deliver(data.message), logFailure))),
  );
  return { stop: () => boss.stop({ graceful: true, timeout: STOP_MS }) };
}

async function resultOf(id: string, trial: Promise<void>, logFailure: (error: Error) => void): Promise<JobResult> {
  try {
    await trial;
    return { id, status: "completed" };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error("unknown");
    logFailure(error);
    return { id, status: "failed", output: { reason: error.message } };
  }
}

function oncePer(pauseMs: number, log: (error: Error) => void): (error: Error) => void {
  let until = 0;
  return (error) => {
    if (Date.now() < until) return;
    until = Date.now() + pauseMs;
    log(error);
  };
}
