import { NoAnswer } from "#app/[locale]/promoter/_components/instead-of-page.tsx";

/** Stands in place of a page before a session while the ticketing service does not answer. */
export function Unanswered() {
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <NoAnswer />
    </div>
  );
}
