/** What became of a row that has left the list, in the place of its actions. */
export function RowNews({ text }: { text: string }) {
  return (
    <span title={text} className="row-news">
      {text}
    </span>
  );
}
