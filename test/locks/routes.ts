import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { TestApp } from '../support/app.js';

export type Route = { method: string; path: string };

const routes = new WeakMap<object, Route[]>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const own: Route[] = [];
  routes.set(fastify, own);
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) own.push({ method: one, path: url });
  });
});

/** Every route of an application that was started after this file was loaded, as Fastify itself registered them. */
export function routesOf({ web }: TestApp): Route[] {
  return routes.get(web.getHttpAdapter().getInstance()) ?? [];
}
