/** The parts of an HTML document that differ by answer. */
export interface DocumentParts {
  /** The CSP nonce of this answer; empty when there is none. */
  nonce: string;
  /** Tags that load the client. */
  assets: string;
  /** Title and tags the screen put into its head; undefined keeps the document's own. */
  head?: string;
  /** The page script and the root element. */
  body: string;
}

/**
 * Parses the template once and returns the function that fills it for an answer. It must hold `<!--assets-->`,
 * `<!--head-->…<!--/head-->` around the head used without server rendering, and `<!--body-->`; `{{nonce}}` may occur
 * anywhere. A template without them is refused.
 */
export function documentOf(html: string): (parts: DocumentParts) => string {
  const match = /^(.*)<!--assets-->(.*)<!--head-->(.*)<!--\/head-->(.*)<!--body-->(.*)$/s.exec(html);
  if (!match)
    throw new Error('The document needs <!--assets-->, <!--head-->…<!--/head--> and <!--body-->, in this order');

  const [before = [], between = [], ownHead = [], after = [], end = []] = match
    .slice(1)
    .map((part) => part.split('{{nonce}}'));

  return ({ nonce, assets, head, body }) =>
    before.join(nonce) +
    assets +
    between.join(nonce) +
    (head ?? ownHead.join(nonce)) +
    after.join(nonce) +
    body +
    end.join(nonce);
}

/**
 * The page script and the root element.
 * @param page the page object as JSON
 * @param markup of the rendered screen; undefined for a browser that renders it itself
 */
export function bodyOf(page: string, markup?: string): string {
  const script = `<script data-page="app" type="application/json">${page.replace(/</g, '\\u003c')}</script>`;
  if (markup === undefined) return `${script}<div id="app"></div>`;
  return `${script}<div data-server-rendered="true" id="app">${markup}</div>`;
}

/** Text as the value of an HTML attribute. */
export function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
