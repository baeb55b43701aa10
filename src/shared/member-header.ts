/** The request header by which a staff page says which member it was opened by. */
export const memberHeader = 'x-member';

/** The reason for a refusal when the browser's session now belongs to another member. */
export const otherMember = 'Somebody else signed in in this browser.';
