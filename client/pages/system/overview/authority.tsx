import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { PageStates } from '@/components/page-states';
import { useWrite } from '@/hooks/use-write';
import type { PageState } from '@shared/answers/authority';
import { authorityPages } from '@shared/authority-pages';
import type { PageMeant } from '@shared/script-run';
import { routes } from '@shared/routes';

/** Whether the authority's pages work, and what ends a trouble that is over. */
export function AuthorityPages({ pages }: { pages: PageState[] }) {
  return <PageStates pages={pages} Action={ItWorks} />;
}

function ItWorks({ page, state, since }: PageState) {
  const { running, run } = useWrite();
  const confirm = useConfirm();
  const { name } = authorityPages[page];
  if (since === null) return null;

  async function onPress() {
    const text = `Did you look at ${name}, and is it as the script knows it? The script fills it again then.`;
    const body: PageMeant = { page };
    if (state !== 'changed' || (await confirm({ text })))
      await run('works', { method: 'post', path: routes.api.authorityWorks, body });
  }

  return (
    <Button aria-label={`${name}: it works`} busy={running !== undefined} onClick={() => void onPress()}>
      It works
    </Button>
  );
}
