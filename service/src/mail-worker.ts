import type { Background } from "./background.ts";
import { mailServer } from "./notifications/outside/mail-server.ts";
import { startMessageWorker } from "./notifications/outside/message-queue.ts";
import { storefrontRenderer } from "./notifications/outside/storefront-renderer.ts";
import { enqueueForgotten } from "./notifications/store/messages.ts";
import type { MessageWorld } from "./notifications/use-cases/deliver-message.ts";
import { deliverMessage, giveUpMessage } from "./notifications/use-cases/deliver-message.ts";
import { inSpan } from "./platform/domain/trace.ts";
import type { World } from "./platform/world.ts";
import type { Settings } from "./settings.ts";

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
