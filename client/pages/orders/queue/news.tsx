/** Announces colleagues' changes without moving the list, with a button that shows them. */
export function News({ arrived, unsure, shown, said, onShow }: NewsProps) {
  const news = unsure ? 'This list may have changed' : `${arrived} new ${arrived === 1 ? 'order' : 'orders'}`;
  return (
    <div data-print="never">
      <output className="sr-only">{said}</output>
      <output className="absolute top-12 left-1/2 z-10 -translate-x-1/2">
        {shown && (
          <button
            type="button"
            onClick={onShow}
            className="rounded-full bg-ink px-3.5 py-1.5 font-medium whitespace-nowrap text-surface shadow-float hover:bg-ink-soft"
          >
            {news} · <span className="underline underline-offset-2">Show</span>
          </button>
        )}
      </output>
    </div>
  );
}

type NewsProps = {
  arrived: number;
  /** Whether only the server can tell if the new orders match the list's search or month. */
  unsure: boolean;
  shown: boolean;
  said: string;
  onShow: () => void;
};
