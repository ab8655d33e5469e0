import type { Route } from "next";
import type { ReactNode } from "react";
import { currentBrand } from "#lib/catalogue/seller.ts";

/** A page for promoters of whom no session is known: the name of the shop, and no navigation. */
export async function PlainFrame({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  return (
    <>
      <header className="gutter mx-auto flex w-full max-w-6xl py-3">
        <a href={`/${locale}/promoter` as Route} className="tap font-display text-xl font-extrabold no-underline">
          <bdi>{(await currentBrand()).name}</bdi>
        </a>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
    </>
  );
}
