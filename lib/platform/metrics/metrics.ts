import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/shared/process-wide";

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

/** Everything in the Prometheus text format: this process's counters, and current measurements. */
export async function metricsText(
  measured: readonly MeasuredGauge[],
): Promise<{ text: string; contentType: string }> {
  const { registry } = metrics();
  if (!metrics().observesProcess) {
    // Only from the first request on: nothing is collected that nobody reads.
    collectDefaultMetrics({ register: registry });
    metrics().observesProcess = true;
  }
  const now = new Registry();
  for (const { name, help, values } of measured) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [now] });
    for (const { labels, value } of values) gauge.set(labels ?? {}, value);
  }
  const text = `${await registry.metrics()}\n${await now.metrics()}`;
  return { text, contentType: registry.contentType };
}
