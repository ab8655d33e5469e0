import {
  type Background,
  startMessageCleanUp,
  startReconciler,
  startRefundJobs,
  startRefundReconciler,
  startReservationCleanUp,
  startSweeper,
} from "./background.ts";
import { mailServer } from "./notifications/outside/mail-server.ts";
import { startMessageWorker } from "./notifications/outside/message-queue.ts";
import { storefrontRenderer } from "./notifications/outside/storefront-renderer.ts";
import { enqueueForgotten } from "./notifications/store/messages.ts";
import { deliverMessage, giveUpMessage, type MessageWorld } from "./notifications/use-cases/deliver-message.ts";
import type { PaymentWorld } from "./payments/use-cases/payment-world.ts";
import { inSpan } from "./platform/domain/trace.ts";
import type { World } from "./platform/world.ts";
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

/** Starts to send messages, or returns `undefined` without a mail server: messages then wait. */
export async function startMail(
  world: World,
  { databaseUrl, mail }: Pick<Settings, "databaseUrl" | "mail">,
): Promise<Background | undefined> {
  if (mail.server === undefined) return undefined;
  const server = mailServer(mail.server);
  const messageWorld: MessageWorld = { ...world, mailServer: server, render: storefrontRenderer(mail.rendererOrigins) };
  await enqueueForgotten(world.db);
  const worker = await startMessageWorker(databaseUrl, {
    deliver: (id) => inSpan("message", {}, () => deliverMessage(messageWorld, id)),
    giveUp: (id) => giveUpMessage(messageWorld, id),
    log: world.log,
  });
  return {
    stop: async () => {
      await worker.stop();
      server.close();
    },
  };
}
