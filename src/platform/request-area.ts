import type { FastifyRequest } from 'fastify';
import { type Area, areaOf } from '../shared/areas.js';

/** The area that a request belongs to, by its routed path. */
export function areaOfRequest({ routeOptions, url }: FastifyRequest): Area {
  return areaOf(routeOptions.url, url);
}
