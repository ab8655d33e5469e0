import { type ConstructorOptions, type JobResult, PgBoss } from "pg-boss";
import { type Log, levelOfError } from "#src/platform/domain/log.ts";
import { SEND_MS } from "./mail-server.ts";
import { RENDER_MS } from "./storefront-renderer.ts";

/** The name under which the trigger of migration 0128 inserts jobs. */
const QUEUE = "messages";
const DEAD_LETTERS = "messages-dead";

/** Tries follow after 5 to 10 s, twice as long each time and at most 4 h, for about three days. */
const RETRIES = { retryLimit: 29, retryDelay: 5, retryBackoff: true, retryDelayMax: 4 * 60 * 60 };
/** Longer than all timeouts of a try together, so that no second one begins while the first hangs. */
const TRY_SECONDS = Math.ceil((RENDER_MS + SEND_MS) / 1_000) + 60;
/** A worker without a heartbeat for this long loses its message to another one. */
const HEARTBEAT_SECONDS = 20;
/** How often the heartbeats are checked. With the wait before a retry, a message of a killed worker is tried within a minute. */
const SUPERVISE_SECONDS = 10;
const POLL_SECONDS = 1;
const POLL_DEAD_LETTERS_SECONDS = 10;
const DAY_SECONDS = 24 * 60 * 60;
/** Messages that are fetched and sent together. While batches are full, the next one follows at once. */
const BATCH = 5;
/** Batches at a time in one process. A message that takes long delays its own batch alone. */
const BATCHES = 2;
/** A stop waits this long for tries under way. */
const STOP_MS = 20_000;
/** An error of a database that is down repeats with every poll, so it is logged once in this time. */
const LOG_PAUSE_MS = 30_000;

/** The jobs: each has the id of a message. */
type MessageJobs = {
  /** Tries to send a message: `deliverMessage` of `use-cases/deliver-message.ts`. A try that throws is repeated later. */
  readonly deliver: (messageId: string) => Promise<void>;
  /** Called once for a message whose last try has failed. */
  readonly giveUp: (messageId: string) => Promise<void>;
  readonly log: Log;
};

type MessageWorker = { readonly stop: () => Promise<void> };

/** The connections on which the queue runs its statements. */
type QueueDatabase = NonNullable<ConstructorOptions["db"]>;

type Data = { readonly message: string };

/** Creates or upgrades the tables of the queue. Several processes may do so at once. */
export async function installMessageQueue(db: QueueDatabase): Promise<void> {
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    const common = {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: TRY_SECONDS,
      deleteAfterSeconds: DAY_SECONDS,
    };
    for (const [name, options] of [
      [DEAD_LETTERS, { ...common, retryLimit: RETRIES.retryLimit, retryDelay: RETRIES.retryDelay }],
      [QUEUE, { ...common, ...RETRIES, deadLetter: DEAD_LETTERS }],
    ] as const) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Starts to take jobs. */
export async function startMessageWorker(db: QueueDatabase, jobs: MessageJobs): Promise<MessageWorker> {
  const boss = new PgBoss({
    db,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    registerInstance: false,
  });
  boss.on("error", logOncePer(jobs.log, LOG_PAUSE_MS));
  await boss.start();
  const batches = {
    batchSize: BATCH,
    localConcurrency: BATCHES,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work<Data>(QUEUE, { ...batches, pollingIntervalSeconds: POLL_SECONDS }, (found) =>
    Promise.all(found.map(({ id, data }) => resultOf(id, jobs.deliver(data.message)))),
  );
  await boss.work<Data>(DEAD_LETTERS, { pollingIntervalSeconds: POLL_DEAD_LETTERS_SECONDS }, async (found) => {
    for (const { data } of found) await jobs.giveUp(data.message);
  });
  return { stop: () => boss.stop({ graceful: true, timeout: STOP_MS }) };
}

async function resultOf(id: string, trial: Promise<void>): Promise<JobResult> {
  try {
    await trial;
    return { id, status: "completed" };
  } catch (error) {
    return { id, status: "failed", output: { reason: error instanceof Error ? error.message : "unknown" } };
  }
}

function logOncePer(log: Log, pauseMs: number): (error: Error) => void {
  let until = 0;
  return (error) => {
    if (Date.now() < until) return;
    until = Date.now() + pauseMs;
    log(levelOfError(error), "The message queue failed.", {}, error);
  };
}
