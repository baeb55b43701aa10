import { Fold } from '@/components/fold';
import { Copies } from '@/pages/retention/overview/copies';
import { Requests } from '@/pages/retention/overview/requests';
import { WhichPerson } from '@/pages/retention/overview/which-person';
import type { PersonRequestEntry } from '@shared/answers/retention';
import type { PersonCopy } from '@shared/persons';

/** All orders of an address: one Admin asks to erase them, another one confirms (docs/people.md#a-persons-data). */
export function Persons({ copies, requests }: { copies: PersonCopy[]; requests: PersonRequestEntry[] }) {
  return (
    <>
      <WhichPerson />
      <div className="mt-4">
        <Copies copies={copies} />
        <Requests requests={requests} />
        <Fold title="What a copy has, and what erasing takes">
          <p className="max-w-prose text-ink-soft">
            A copy has all orders of an email address with their records and files. It is made in the background, for
            you alone, and removed after a day. Erasing takes, whatever their age, names, addresses, texts, cards and
            mails. What was paid stays, and so do hashes, times, the end of the passport number, and packs that were
            made before. You ask, and another Admin confirms.
          </p>
        </Fold>
      </div>
    </>
  );
}
