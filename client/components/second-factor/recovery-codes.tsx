import { Button } from '@/components/button';
import { copyOrSay } from '@/hooks/copy';

/** New recovery codes. They are shown here and never again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <div className="grid gap-4">
      <p>
        Keep these ten codes where you find them without your phone. Each signs you in once in place of the second
        factor. They are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" onClick={onKept}>
          I have kept them
        </Button>
        <Button onClick={() => void copyOrSay(codes.join('\n'))}>Copy</Button>
      </div>
    </div>
  );
}
