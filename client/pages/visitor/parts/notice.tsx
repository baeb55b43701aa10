/** What the server says about the form that was sent. */
export function Notice({ text }: { text: string | undefined }) {
  return text && <output className="mb-6 block rounded-md border-2 border-brand p-4">{text}</output>;
}
