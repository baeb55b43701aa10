import type { Toast } from '@shared/pages';
import { createRoot } from 'react-dom/client';
import { Slide, toast as push, ToastContainer } from 'react-toastify/unstyled';
import './toaster.css';

/** How often each sentence on show has been said. */
const times = new Map<string, number>();
let container: HTMLElement | undefined;

/** Shows a sentence until somebody closes it, whatever screens come and go; the same one again only counts up. */
export function show({ type, message }: Toast) {
  container ??= standContainer();

  const toastId = `${type}: ${message}`;
  const count = (times.get(toastId) ?? 0) + 1;
  times.set(toastId, count);

  const render = <Sentence {...{ message, count }} />;
  if (push.isActive(toastId)) push.update(toastId, { render });
  else push(render, { toastId, type, onClose: () => times.delete(toastId) });
}

function Sentence({ message, count }: { message: string; count: number }) {
  return (
    <span className="whitespace-pre-line">
      {message}
      {count > 1 && (
        <span className="ml-2 rounded-full bg-sunken px-1.5 text-xs font-semibold text-ink-soft tabular-nums">
          ×{count}
        </span>
      )}
    </span>
  );
}

/** Puts up the place where toasts stand, beside the screens; its measures are the spec's (§9, decisions: Staff). */
function standContainer(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.dataset['print'] = 'never';
  createRoot(element).render(
    <ToastContainer
      position="top-right"
      autoClose={false}
      closeButton
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      theme="light"
      newestOnTop
      transition={Slide}
      aria-label="Messages"
    />,
  );
  return element;
}
