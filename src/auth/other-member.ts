import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/reply.js';
import { memberHeader, otherMember } from '../shared/member-header.js';
import type { Staff } from './staff.js';

/** Refusal: the browser's session belongs to a member other than the page's. That session is valid and is kept. */
export class OtherMember extends Refused {
  override readonly staysOnPage = true;

  constructor() {
    super(otherMember, 401);
  }
}

/**
 * Refuses a request from a page that was loaded for another member: it must not act for the member who signed in since in
 * another tab. Requests with an Authorization header are not checked, because their token names the member.
 * @throws OtherMember
 */
export function checkMember({ headers }: FastifyRequest, staff: Staff): void {
  const named = headers[memberHeader];
  if (named !== undefined && headers.authorization === undefined && named !== String(staff.id)) throw new OtherMember();
}
