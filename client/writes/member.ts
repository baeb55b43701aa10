import { http } from '@inertiajs/core';
import { router } from '@inertiajs/react';
import { memberHeader } from '@shared/member-header';
import type { SharedProps } from '@shared/pages';

/** The id of the member that the shown page was read for; undefined for guests and visitors. */
let member: number | undefined;

/** Sends the page's member with every request: the session may be another member's by now (src/auth/other-member.ts). */
export function nameMember(): void {
  router.on('navigate', ({ detail: { page } }) => {
    member = (page.props as Partial<SharedProps>).staff?.id;
  });
  http.onRequest((request) => ({ ...request, headers: { ...request.headers, ...memberHeaders() } }));
}

/** The headers of a write that does not use Inertia's client: the page's member, and the proof that our page sends it. */
export function ownHeaders(): Record<string, string> {
  const [, proof = ''] = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? [];
  return { 'X-XSRF-TOKEN': decodeURIComponent(proof), ...memberHeaders() };
}

function memberHeaders(): Record<string, string> {
  return member === undefined ? {} : { [memberHeader]: String(member) };
}
