"use client";

import type { ComponentProps } from "react";
import { ErrorPage } from "#components/site/error-page.tsx";

/** Stands in place of a page with its navigation. */
export default function PromoterErrorPage(error: ComponentProps<typeof ErrorPage>) {
  return (
    <main id="content" tabIndex={-1} className="flex-1 outline-none">
      <ErrorPage {...error} />
    </main>
  );
}
