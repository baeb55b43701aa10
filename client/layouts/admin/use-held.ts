import { type RefObject, useEffect, useState } from 'react';

/** The value as it was when `isHeld` became true; the current one otherwise. Objects must keep their identity. */
export function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [kept, setKept] = useState(value);
  if (isHeld || Object.is(kept, value)) return kept;
  setKept(value);
  return value;
}

/**
 * Whether the pointer is over the element, or the focus is in it by keyboard. The focus that a click leaves behind does not
 * count: what moves then moves under nobody's hand.
 */
export function useUnderHand(element: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const node = element.current;
    const onEnter = () => setOver(true);
    const onLeave = () => setOver(false);
    const onFocus = ({ target }: FocusEvent) =>
      setFocused(target instanceof Element && target.matches(':focus-visible'));
    const onBlur = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Node && node?.contains(next))) setFocused(false);
    };
    node?.addEventListener('pointerenter', onEnter);
    node?.addEventListener('pointerleave', onLeave);
    node?.addEventListener('focusin', onFocus);
    node?.addEventListener('focusout', onBlur);
    return () => {
      node?.removeEventListener('pointerenter', onEnter);
      node?.removeEventListener('pointerleave', onLeave);
      node?.removeEventListener('focusin', onFocus);
      node?.removeEventListener('focusout', onBlur);
    };
  }, [element]);
  return isOver || isFocused;
}
