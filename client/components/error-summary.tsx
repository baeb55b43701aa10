import { useEffect, useRef } from 'react';

/**
 * The errors of a form, above it. It takes the focus when it appears and links to each field (GOV.UK's pattern).
 * @param errors message by field name, which is also the field's id; empty shows nothing
 */
export function ErrorSummary({
  errors,
  title = 'There is a problem',
}: {
  errors: Partial<Record<string, string>>;
  title?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const found = Object.entries(errors);
  const said = found.map(([, message]) => message).join('\n');

  useEffect(() => {
    if (said) box.current?.focus();
  }, [said]);

  if (found.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className="mb-6 rounded-md border-2 border-danger p-4">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1">
        {found.map(([name, message]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={focusField} className="font-medium text-danger underline underline-offset-2">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field of a clicked error. Without JavaScript the link's fragment only scrolls to it. */
function focusField(event: React.MouseEvent<HTMLAnchorElement>) {
  const field = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
