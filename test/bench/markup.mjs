import { createElement } from 'react';

/**
 * Makes a component that renders exactly this HTML. Its rendering time is the least that React needs for this markup.
 */
export function componentOf(html) {
  const tree = parse(html);
  return function Markup() {
    return tree.map(build);
  };
}

const childless = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const switches = new Set(['checked', 'disabled', 'hidden', 'multiple', 'open', 'required', 'selected']);
const letters = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** A node is a text, or { name, props, children }. A comment ends a text: React writes comments between adjacent texts. */
function parse(html) {
  const top = { children: [] };
  const open = [top];
  const pieces = /<!--.*?-->|<\/[^>]+>|<(?<name>[\w-]+)(?<attributes>(?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gs;
  for (const { 0: piece, groups } of html.matchAll(pieces)) {
    const { children } = open.at(-1);
    if (piece.startsWith('<!--')) continue;
    if (piece.startsWith('</')) open.pop();
    else if (groups.name === undefined) children.push(decoded(piece));
    else {
      const node = { name: groups.name, props: propsOf(groups.attributes, children.length), children: [] };
      children.push(node);
      if (!childless.has(groups.name)) open.push(node);
    }
  }
  return top.children;
}

function propsOf(attributes, key) {
  const props = { key };
  for (const [, name, value = ''] of attributes.matchAll(/\s+([^\s=>/]+)(?:="([^"]*)")?/g)) {
    props[name === 'class' ? 'className' : name] = switches.has(name) ? true : decoded(value);
  }
  return props;
}

function build(node) {
  return typeof node === 'string' ? node : createElement(node.name, node.props, ...node.children.map(build));
}

function decoded(text) {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => letters[name]);
}
