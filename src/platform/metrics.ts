import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
 * Adds a metric that counts what this process sees, from 0 for each of these sets of labels, so that an alarm sees the
 * first one. Returns the function that adds one.
 */
export function counter<Labels extends Record<string, string>>(
  name: string,
  help: string,
  all: Labels[],
): (labels: Labels) => void {
  const count = new Counter({ name, help, labelNames: Object.keys(all[0]!), registers: [metrics] });
  for (const labels of all) count.inc(labels, 0);
  return (labels) => count.inc(labels);
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
