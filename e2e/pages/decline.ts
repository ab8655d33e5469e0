import type { Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { text } = words;

/** The page on which a promoter declines a refund request. */
export function declinePage(page: Page) {
  return {
    reason: page.getByLabel(text("RefundRequests.why")),
    preview: page.getByRole("button", { name: text("RefundRequests.declinePreview") }),
    letter: page.getByRole("region", { name: text("RefundRequests.buyerReads") }),
    send: page.getByRole("button", { name: text("RefundRequests.declineSend") }),
  };
}
