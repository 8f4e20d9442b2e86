import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from "prom-client";
import { askSiblings, onSiblings } from "@/lib/platform/siblings";
import { processWide } from "@/lib/shared/process-wide";

const topic = "metrics";

interface Metrics {
  registry: Registry;
  durations: Histogram<"method" | "route" | "status">;
  uploads: Counter<"type">;
  uploadedBytes: Counter<"type">;
  observesProcess: boolean;
}

function makeMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  return {
    registry,
    durations: new Histogram({
      name: "keepsake_http_request_duration_seconds",
      help: "Calls and files answered, by route, method and status.",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    uploads: new Counter({
      name: "keepsake_uploads_total",
      help: "Photos and clips taken into the album.",
      labelNames: ["type"],
      registers,
    }),
    uploadedBytes: new Counter({
      name: "keepsake_uploaded_bytes_total",
      help: "Bytes of the originals taken into the album.",
      labelNames: ["type"],
      registers,
    }),
    observesProcess: false,
  };
}

const metrics = () => processWide("metrics", makeMetrics);

/** @param request `route` is a template, never a path with someone's id in it */
export function observeRequest(request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const { method, route, status, seconds } = request;
  metrics().durations.observe({ method, route, status: String(status) }, seconds);
}

export function countUpload(type: "image" | "video", bytes: number): void {
  metrics().uploads.inc({ type });
  metrics().uploadedBytes.inc({ type }, bytes);
}

/** A current value, measured on request. */
export interface MeasuredGauge {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
}

/** This process's counters. */
async function ownMetrics(): Promise<MetricObject[]> {
  const { registry } = metrics();
  if (!metrics().observesProcess) {
    // Only from the first request on: metrics that nobody reads aren't collected.
    collectDefaultMetrics({ register: registry });
    metrics().observesProcess = true;
  }
  return registry.getMetricsAsJSON();
}

/** Call it at start-up: the process that is asked for metrics needs those of the others. */
export function shareMetrics(): void {
  onSiblings(topic, ownMetrics);
}

/** Everything in the Prometheus text format: the sum of this server's processes, and current measurements. */
export async function metricsText(
  measured: readonly MeasuredGauge[],
): Promise<{ text: string; contentType: string }> {
  const own = await ownMetrics();
  const others = (await askSiblings(topic)).filter((answer) => answer !== null) as MetricObject[][];
  // The sum leaves out what makes no sense for several processes, such as when one started.
  const counted = others.length === 0 ? metrics().registry : AggregatorRegistry.aggregate([own, ...others]);
  const processes: MeasuredGauge = {
    name: "keepsake_web_processes",
    help: "Processes of this server that serve its port.",
    values: [{ value: 1 + others.length }],
  };
  const now = new Registry();
  for (const { name, help, values } of [processes, ...measured]) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [now] });
    for (const { labels, value } of values) gauge.set(labels ?? {}, value);
  }
  const text = `${await counted.metrics()}\n${await now.metrics()}`;
  return { text, contentType: counted.contentType };
}
