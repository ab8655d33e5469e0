import type { Renderer } from "#src/platform/store/outbox.ts";
import type { World } from "#src/platform/world.ts";

/** Returns whether this storefront may render messages. The service calls no other address that a request names. */
export function mayRender({ mail }: World, { address }: Renderer): boolean {
  return mail.rendererOrigins.has(new URL(address).origin);
}
