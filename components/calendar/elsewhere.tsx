/**
 * An inline script that sets `data-elsewhere` on itself if the reader's clock shows another time than the venue's at the moment
 * `data-at`, as `isTimeHere` in `own-time.tsx` compares them. It sets nothing for a moment without the venue's offset.
 */
const SCRIPT = `{const {dataset}=document.currentScript;
const {at}=dataset;
if(Date.parse(at.replace(/[+-]..:..$/,""))!==Date.parse(at))dataset.elsewhere=""}`;

type ElsewhereProps = {
  /** ISO 8601, best with the venue's offset. */
  readonly at: string;
};

/**
 * Reserves the space of `OwnTime` and `ZoneNote` in the following siblings before the first paint, so that hydration moves nothing
 * below them. A static page is the same for all readers, and only a script knows their time zone. For static pages only: their
 * policy allows this script by its hash (`lib/security/static-page-policy.ts`).
 */
export function Elsewhere({ at }: ElsewhereProps) {
  return (
    <script data-at={at} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
