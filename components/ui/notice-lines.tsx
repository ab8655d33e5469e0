/** The lines of a notice below its heading. A single line is no list. */
export function NoticeLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 1) return <p>{lines[0]}</p>;
  return (
    <ul className="list-disc ps-6">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
