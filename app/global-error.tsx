"use client";

/** Plain on purpose: when even the layout has failed, this must need nothing. */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be shown</title>
        <h1>This page could not be shown</h1>
        <p>Something on our side did not answer. Nothing you hold is lost.</p>
        <button type="button" onClick={() => retry()}>
          Try again
        </button>
      </body>
    </html>
  );
}
