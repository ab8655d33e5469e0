import type { MailServer } from "#src/notifications/domain/mail.ts";
import type { RenderMessage } from "#src/notifications/domain/renderer.ts";
import type { World } from "#src/platform/world.ts";

/** The world of the worker, which alone renders and sends. */
export type MessageWorld = World & { readonly mailServer: MailServer; readonly render: RenderMessage };
