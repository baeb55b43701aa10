import 'reflect-metadata';
import type { PropsOf } from './props.js';
import type { Redirect } from './redirect.js';

const pageName = Symbol('inertia page');

/** A handler's answer for a screen whose props are `Props`: the props or helpers for them, or a redirect. */
export type Answer<Props> = PropsOf<Props> | Redirect | Promise<PropsOf<Props> | Redirect>;

/** Names of props that a handler returns and the screen does not have: they would be sent without being shown. */
type Surplus<Handler, Props> = Handler extends (...args: never[]) => infer Result
  ? Exclude<KeysOf<Exclude<Awaited<Result>, Redirect>>, keyof Props>
  : never;
type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * Makes the `@Page` decorator of an application whose screens and their props `Pages` lists:
 * `export const Page = pageFor<Pages>()`. A handler that returns another prop, a wrong one or too few does not compile.
 */
export function pageFor<Pages extends object>() {
  return <Name extends keyof Pages & string>(name: Name) =>
    <Handler extends (...args: never[]) => Answer<Pages[Name]>>(
      _prototype: object,
      _method: string | symbol,
      handler: TypedPropertyDescriptor<Handler> &
        ([Surplus<Handler, Pages[Name]>] extends [never] ? unknown : { surplus: Surplus<Handler, Pages[Name]> }),
    ): void => {
      Reflect.defineMetadata(pageName, name, handler.value as Handler);
    };
}

/** The screen that `@Page` named for this handler. */
export function pageOf(handler: object): string | undefined {
  return Reflect.getMetadata(pageName, handler) as string | undefined;
}
