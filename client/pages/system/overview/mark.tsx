/** A state in a word and its colour. */
export function Mark({ ok, good, bad }: { ok: boolean; good: string; bad: string }) {
  return (
    <span
      className={`inline-block rounded-sm px-1.5 text-sm leading-5 font-medium whitespace-nowrap ${ok ? 'bg-good-soft text-good' : 'bg-danger-soft text-danger'}`}
    >
      {ok ? good : bad}
    </span>
  );
}
