import { Credential } from "#lib/ticketing/client/credential.ts";

/** Returns a setting that the contract tests need besides those of the storefront. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set, and the contract needs it.`);
  return value;
}

/** The user that fills the service: a promoter with every right in the shop's account. */
export const PROMOTER = new Credential(required("E2E_SERVICE_USER"), required("E2E_SERVICE_PASSWORD"));

export const CARDS = { good: required("E2E_GOOD_CARD"), bad: required("E2E_BAD_CARD") };

/** Ours alone, and only where the sandbox runs. */
export const CONTROL = required("E2E_CONTROL");
export const PROCESSOR = required("E2E_PROCESSOR");

/** Where the storefront under test stands. */
export const STOREFRONT = required("E2E_ADDRESS");

/** What no byte that it serves may hold. */
export function storefrontSecrets() {
  return {
    data: required("FOYER_DATA"),
    shop: { user: required("TICKETING_USER"), password: required("TICKETING_PASSWORD") },
    keys: [...required("COOKIE_KEYS").split(","), ...required("LINK_KEYS").split(","), required("NEXTAUTH_SECRET")],
  };
}
