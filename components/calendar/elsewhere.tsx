/**
 * An inline script that marks itself where the reader's clock shows another time than the venue's at the moment `data-at`, as
 * `time-here.ts` compares them. A moment without the venue's offset says nothing.
 */
const SCRIPT = `{const {dataset}=document.currentScript;
const {at}=dataset;
if(Date.parse(at.replace(/[+-]..:..$/,""))!==Date.parse(at))dataset.elsewhere=""}`;

type ElsewhereProps = {
  /** ISO 8601, best with the venue's offset. */
  readonly at: string;
};

/**
 * Reserves the space of `OwnTime` and `PlaceTime` in the siblings that follow, before they are painted: what is below them would move
 * when they are hydrated. A static page is the same for all readers, and only its script knows their clock. For static pages only: their
 * policy allows this script by its hash (`lib/security/static-page-policy.ts`).
 */
export function Elsewhere({ at }: ElsewhereProps) {
  return (
    <script data-at={at} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
