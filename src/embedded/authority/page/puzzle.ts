/** The slider: a person drags it to its right end. Events that a script makes don't move it. */
export function startPuzzle(): void {
  const track = document.querySelector<HTMLElement>('#captcha')!;
  const slider = track.querySelector<HTMLElement>('.slider')!;
  const button = document.querySelector<HTMLButtonElement>('#submit')!;
  let from: number | undefined;

  slider.addEventListener('mousedown', (event) => {
    if (event.isTrusted && !isSolved(track)) from = event.clientX;
  });
  document.addEventListener('mousemove', (event) => {
    if (from === undefined || !event.isTrusted) return;
    slider.style.left = `${Math.min(Math.max(event.clientX - from, 0), farthest(track, slider))}px`;
  });
  document.addEventListener('mouseup', (event) => {
    if (from === undefined || !event.isTrusted) return;
    from = undefined;
    if (Number.parseFloat(slider.style.left) >= farthest(track, slider) - 2) {
      track.classList.add('sliderContainer_success');
      button.disabled = false;
    } else slider.style.left = '0px';
  });
}

function farthest(track: HTMLElement, slider: HTMLElement): number {
  return track.clientWidth - slider.clientWidth;
}

/** Whether the slider was dragged to its end. */
export function isSolved(track: Element): boolean {
  return track.classList.contains('sliderContainer_success');
}
