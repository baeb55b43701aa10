import { Store } from '@/writes/store';
import { type KeyName, keyNames, keyRows } from '@shared/keys';
import { useEffect, useRef } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
/** What a key does. `pressed` is the key, and missing when the command bar or a button asks for the same. */
type Act = (pressed?: string) => void;
type KeyHandlers = Partial<Record<KeyName, Act | undefined>>;

/** What the screen offers after a first key, such as the statuses after `m`. */
type Choice = { title: string; of: { key: string; says: string; act: () => void }[] };

/** The choice that waits for its letter; undefined when none does. */
export const choice = new Store<Choice | undefined>(undefined);

const shown: { current: KeyHandlers }[] = [];

/** Says what keys do while the component is shown. A key that is undefined does nothing here. */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    shown.push(latest);
    return () => {
      shown.splice(shown.indexOf(latest), 1);
    };
  }, []);
}

/** What a key does now; undefined when nothing on the screen listens to it. */
export function actionOf(name: KeyName): Act | undefined {
  return shown.findLast(({ current }) => current[name])?.current[name];
}

/** The keys that do something now, in the order of their table. */
export function keysNow(): KeyName[] {
  return keyNames.filter((name) => actionOf(name));
}

/** The name of a pressed key that does something now. */
export function keyNamed(pressed: string): KeyName | undefined {
  return keyNames.find((name) => keyRows[name].keys.includes(pressed) && actionOf(name));
}

/** The spelling of a pressed key: `j`, `Shift+X`, `Control+k`, `?`. A letter of another script is the key's Latin one. */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const isLetter = /^Key[A-Z]$/.test(code) && !/^[a-z]$/i.test(key);
  const name = isLetter ? (shiftKey ? code.slice(3) : code.slice(3).toLowerCase()) : key;
  const shift = shiftKey && /^[A-Z]$/.test(name) ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shift}${name}`;
}
