import { Button } from '@/components/button';
import { copyOrSay } from '@/hooks/copy';

/** A key or a secret that was made just now: what it is, and what the shop does with it. */
export type MadeSecret = { label: string; hint: string; secret: string };

/** A new secret. It is shown here and never again. */
export function Secret({ label, hint, secret, onKept }: MadeSecret & { onKept: () => void }) {
  return (
    <section aria-label={label} className="grid gap-3 rounded-md bg-sunken px-4 py-3">
      <p aria-live="polite">{hint}</p>
      <code translate="no" className="font-mono wrap-anywhere select-all">
        {secret}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" onClick={onKept}>
          I have kept it
        </Button>
        <Button onClick={() => void copyOrSay(secret)}>Copy</Button>
      </div>
    </section>
  );
}
