import { pageFor } from '../../../src/platform/inertia/page.js';
import { always, defer, type Prop } from '../../../src/platform/inertia/props.js';
import { redirect } from '../../../src/platform/inertia/redirect.js';

/** Type errors that the compiler must report: the type check fails when one of them disappears. */
type Row = { order_id: number };
const Page = pageFor<{ list: { rows: Row[]; note: string; history?: Row[] } }>();

export class Handlers {
  @Page('list')
  right(away: boolean) {
    return away ? redirect('/') : { rows: () => Promise.resolve([{ order_id: 1 }]), note: always(() => 'a') };
  }

  @Page('list')
  async deferred(): Promise<{ rows: Row[]; note: string; history: Prop<Row[] | undefined> }> {
    return Promise.resolve({ rows: [], note: '', history: defer(() => [{ order_id: 1 }]) });
  }

  // @ts-expect-error: a wrong type
  @Page('list')
  wrong() {
    return { rows: [{ order_id: 'one' }], note: '' };
  }

  // @ts-expect-error: a missing prop
  @Page('list')
  few() {
    return { rows: [] };
  }

  // @ts-expect-error: a prop that the screen does not have
  @Page('list')
  surplus() {
    return { rows: [], note: '', password: 'x' };
  }

  // @ts-expect-error: no such screen
  @Page('lists')
  unknown() {
    return {};
  }

  // @ts-expect-error: a deferred prop that the screen requires from the start
  @Page('list')
  tooLate() {
    return { rows: defer(() => [{ order_id: 1 }]), note: '' };
  }

  // @ts-expect-error: a function that returns the wrong type
  @Page('list')
  async lazily() {
    return Promise.resolve({ rows: () => Promise.resolve(['x']), note: '' });
  }
}
