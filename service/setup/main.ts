import { openDatabase, reasonOf, steadyClock } from "#src/open-runtime.ts";
import type { Processor } from "#src/payments/domain/processor.ts";
import { newReference, newVoucherCode } from "#src/payments/outside/new-codes.ts";
import { fingerprinter, mailLinkKeys, newKey, saleKeys } from "#src/platform/outside/keys.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { readSetupSettings, shortNameOf } from "#src/settings.ts";
import { PROMOTER } from "./season.ts";
import { seed } from "./seed.ts";

/** Setup sells for cash only. */
const NO_PROCESSOR: Processor = {
  authorise: async () => "not_sent",
  capture: async () => "not_known",
  voidCharge: async () => "not_known",
  refund: async () => "not_known",
  refundPart: async () => "not_known",
  findRefund: async () => "not_known",
  findByAttempt: async () => "not_known",
};

const settings = readSetupSettings();
if (typeof settings === "string") {
  console.error(`The setup does not start. ${settings}`);
  process.exit(1);
}

try {
  const { db, close } = await openDatabase(settings.DATABASE_URL, console.error);
  try {
    const runtime = {
      db,
      newKey,
      newSaleKey: saleKeys(),
      newId: () => crypto.randomUUID(),
      fingerprint: fingerprinter("setup"),
      mailLinkKey: mailLinkKeys("setup"),
      cardFingerprint: fingerprinter("setup"),
      testCards: new Set<string>(),
      steadyClock,
      loopDelayMs: () => 0,
      log: () => {},
      whyNotReady: () => Promise.resolve(undefined),
      processor: NO_PROCESSOR,
      newVoucherCode,
      newReference,
      userChangeListeners: new Set<() => void>(),
      limits: LIMITS,
      isProduction: settings.FOYER_ENVIRONMENT === "production",
      mail: { isSent: false, rendererOrigins: new Set<string>() },
    };
    const { ACCOUNT_NAME: name, CURRENCY: currency = PROMOTER.currency } = settings;
    // Tests give the shop's user another name, for which they search what the programs print.
    const [shopUser] = process.argv.slice(2);
    const given = {
      account: name === undefined ? { ...PROMOTER, currency } : { name, shortName: shortNameOf(name), currency },
      ...(shopUser !== undefined && { shopUser }),
      ...(settings.PROMOTER_USER !== undefined && { promoterUser: settings.PROMOTER_USER }),
      shop: settings.SHOP_PASSWORD,
      promoter: settings.PROMOTER_PASSWORD,
      withStaff: settings.FOYER_ENVIRONMENT === "sandbox",
    };
    console.log(JSON.stringify(await seed(runtime, given, settings.FOYER_DEMO === "1", new Date())));
  } finally {
    await close();
  }
} catch (error) {
  console.error(`The setup does not go on. ${reasonOf(error)}`);
  // A bug has no error code, so its stack is printed.
  if (error instanceof Error && !("code" in error)) console.error(error.stack);
  process.exit(1);
}
