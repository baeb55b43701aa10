import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads at /metrics: the process, requests by route, jobs, mails, packs and the pool. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requests = new Histogram({
  name: 'http_request_seconds',
  help: 'Time of a request by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export const jobsWaiting = new Gauge({
  name: 'jobs_waiting',
  help: 'Jobs that wait or run, by queue',
  labelNames: ['queue'],
  registers: [metrics],
});

export const poolWaiting = new Gauge({
  name: 'database_pool_waiting',
  help: 'Callers that wait for a connection',
  registers: [metrics],
});

export const mailsQueued = new Gauge({
  name: 'mails_queued_oldest_seconds',
  help: 'Age of the oldest mail that waits',
  registers: [metrics],
});

export const mailsFailed = new Counter({
  name: 'mails_failed_total',
  help: 'Mails that failed for good',
  labelNames: ['provider'],
  registers: [metrics],
});

export const packSeconds = new Histogram({
  name: 'pack_render_seconds',
  help: 'Time to render a defence pack',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [metrics],
});

export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: String(status) }, seconds);
}
