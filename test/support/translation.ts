/**
 * Runs in the page, as the translation widget and a browser's own translation do: it puts every text into its own `<font>`
 * element, also texts that are added later.
 */
export function translateAsWidget(): void {
  const translate = (root: Node) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('font, script, style, [translate=no]')) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild!.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(translate))).observe(
    document.body,
    {
      childList: true,
      subtree: true,
    },
  );
  document.documentElement.dataset.translated = 'yes';
}
