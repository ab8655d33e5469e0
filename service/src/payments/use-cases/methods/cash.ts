import type { PaymentMethod } from "./payment-method.ts";

/** Taken by hand at the box office before the call, so there is nothing to take or to return here. */
export const CASH: PaymentMethod = { needs: "BOX_OFFICE", isCharged: false };
