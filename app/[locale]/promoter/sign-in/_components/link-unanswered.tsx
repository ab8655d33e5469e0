import { NoAnswer } from "#app/[locale]/promoter/_components/instead-of-page.tsx";

/** Stands at the address of a mailed link while the ticketing service does not answer. */
export function LinkUnanswered() {
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <NoAnswer />
    </div>
  );
}
