import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics at /metrics: of the process, of requests by route, and those that features add with `gauge`. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requests = new Histogram({
  name: 'http_request_seconds',
  help: 'Time of a request by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: String(status) }, seconds);
}

/**
 * Adds a metric that is read at each scrape: `read` returns a value for each value of the label. If it fails, the metric
 * is left out and the others are still sent.
 */
export function gauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void {
  metrics.removeSingleMetric(name);
  const figure = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    async collect() {
      figure.reset();
      const values = await read().catch(() => ({}));
      for (const [key, value] of Object.entries(values)) figure.set({ [label]: key }, value);
    },
  });
}
