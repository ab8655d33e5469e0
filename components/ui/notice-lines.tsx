/** The lines of a notice below its heading. A single line is no list, and without lines there is nothing. */
export function NoticeLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  if (lines.length === 1) return <p>{lines[0]}</p>;
  return (
    <ul className="list-disc ps-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
