import { Credential } from "#lib/ticketing/credential.ts";

/** What the contract is told beside the storefront's own settings. */
function told(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set, and the contract needs it.`);
  return value;
}

/** Who fills the service: a promoter with every right in the shop's account. */
export const PROMOTER = new Credential(told("E2E_SERVICE_USER"), told("E2E_SERVICE_PASSWORD"));

export const CARDS = { good: told("E2E_GOOD_CARD"), bad: told("E2E_BAD_CARD") };

/** Ours alone, and only where the sandbox runs. */
export const CONTROL = told("E2E_CONTROL");
export const PROCESSOR = told("E2E_PROCESSOR");

/** Where the storefront under test stands. */
export const STOREFRONT = told("E2E_ADDRESS");

/** What no byte that it serves may hold. */
export function storefrontSecrets() {
  return {
    data: told("FOYER_DATA"),
    shop: { user: told("TICKETING_USER"), password: told("TICKETING_PASSWORD") },
    keys: [...told("COOKIE_KEYS").split(","), ...told("LINK_KEYS").split(","), told("NEXTAUTH_SECRET")],
  };
}
