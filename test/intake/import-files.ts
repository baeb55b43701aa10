import { randomUUID } from 'node:crypto';
import { orderBody } from '../support/orders.js';

/** The body of an intake call, as one line of a file names it. */
export type Body = { [field: string]: unknown; external_ref: string };

export function body(more: Record<string, unknown> = {}): Body {
  return { ...orderBody(more), external_ref: (more.external_ref as string | undefined) ?? randomUUID() };
}

export function bodies(count: number, more: Record<string, unknown> = {}): Body[] {
  return Array.from({ length: count }, () => body(more));
}

export function jsonLines(orders: Body[]): string {
  return orders.map((order) => `${JSON.stringify(order)}\n`).join('');
}

export function csv(orders: Body[], lineEnd = '\r\n', separator = ','): string {
  const names = [...new Set(orders.flatMap((order) => Object.keys(order)))];
  const rows = [
    names,
    ...orders.map((order) => names.map((name) => `${(order[name] as string | boolean | undefined) ?? ''}`)),
  ];
  return rows.map((row) => row.map((value) => quoted(value, separator)).join(separator) + lineEnd).join('');
}

function quoted(value: string, separator: string): string {
  return /["\r\n]/.test(value) || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value;
}
