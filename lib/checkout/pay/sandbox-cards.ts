import "server-only";

/** How the sandbox processor's own cards begin. None of them is a real card, so trying them is not carding. */
const SANDBOX_CARD = /^411111111111(?:1[1-6])\d\d$/;

export function isSandboxCard(digits: string): boolean {
  return SANDBOX_CARD.test(digits);
}
