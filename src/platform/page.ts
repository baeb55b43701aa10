import { pageFor } from './inertia/page.js';
import type { Pages } from '../shared/pages.js';

/** Names a handler's screen: its answer is checked against the screen's props (shared/pages.ts). */
export const Page = pageFor<Pages>();
