import { type Background, JOBS, startJob } from "./background.ts";
import { mailServer } from "./notifications/outside/mail-server.ts";
import { startMessageWorker } from "./notifications/outside/message-queue.ts";
import { storefrontRenderer } from "./notifications/outside/storefront-renderer.ts";
import { endPauses, enqueueForgotten } from "./notifications/store/messages.ts";
import { deliverMessage, type MessageRuntime } from "./notifications/use-cases/deliver-message.ts";
import type { PaymentRuntime } from "./payments/use-cases/payment-runtime.ts";
import { inSpan } from "./platform/domain/trace.ts";
import type { Runtime } from "./platform/runtime.ts";
import { openQueuePool } from "./platform/store/db.ts";
import type { Settings } from "./settings.ts";

/** Starts everything that the service does without a request. Several workers may run on one database. */
export async function startWorker(runtime: PaymentRuntime, settings: Settings): Promise<Background> {
  const mail = await startMail(runtime, settings);
  const jobs = [...JOBS.map((job) => startJob(runtime, job)), ...(mail ? [mail] : [])];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Starts to send messages, or returns `undefined` without a mail server: messages then wait. */
export async function startMail(
  runtime: Runtime,
  { databaseUrl, mail }: Pick<Settings, "databaseUrl" | "mail">,
): Promise<Background | undefined> {
  if (mail.server === undefined) return undefined;
  const server = mailServer(mail.server);
  const messageRuntime: MessageRuntime = {
    ...runtime,
    mailServer: server,
    render: storefrontRenderer(mail),
  };
  await enqueueForgotten(runtime.db);
  await endPauses(runtime.db);
  const db = openQueuePool(databaseUrl);
  const worker = await startMessageWorker(db, {
    deliver: (id) => inSpan("message", {}, () => deliverMessage(messageRuntime, id)),
    log: runtime.log,
  });
  return {
    stop: async () => {
      await worker.stop();
      await db.close();
      server.close();
    },
  };
}
