import { env } from "@/lib/env";
import { networkKeys } from "@/lib/http/networks";
import { onSiblings, tellSiblings, webProcesses } from "@/lib/platform/siblings";
import { processWide } from "@/lib/shared/process-wide";

/** How much a visitor without a session can request in a minute, calls and pages combined. */
export const anonymousPerMinute = 300;
const windowMs = 60_000;
/** With more visitors than this within a minute, all counts restart: memory stays bounded. */
const maxVisitors = 50_000;

interface Window {
  counts: Map<string, number>;
  endsAt: number;
  /** Counts not yet sent to the server's other processes. */
  untold: Map<string, number>;
}
const tellEveryMs = 500;
const topic = "anonymous requests";

function makeWindow(): Window {
  const window: Window = { counts: new Map(), endsAt: 0, untold: new Map() };
  onSiblings(topic, (counted) => {
    for (const [key, count] of counted as [string, number][]) add(currentWindow(window).counts, key, count);
  });
  return window;
}

// Process-wide: calls and pages are counted together.
const current = processWide("anonymous-window", makeWindow);

function currentWindow(window: Window): Window {
  const now = performance.now();
  if (now >= window.endsAt || window.counts.size >= maxVisitors) {
    window.counts.clear();
    window.endsAt = now + windowMs;
  }
  return window;
}

function add(counts: Map<string, number>, key: string, count: number): number {
  const sum = (counts.get(key) ?? 0) + count;
  counts.set(key, sum);
  return sum;
}

/** Sends soon rather than at once: under a flood, one message covers many requests. */
function tellSoon({ untold }: Window, key: string): void {
  if (webProcesses() === 1) return;
  if (untold.size === 0) {
    setTimeout(() => {
      tellSiblings(topic, [...untold]);
      untold.clear();
    }, tellEveryMs).unref();
  }
  add(untold, key, 1);
}

/**
 * Counts a request without a session. The count is kept in memory, so it costs next to nothing; anything strangers
 * could gain by repeating has tighter limits of its own in PostgreSQL. Counts from this server's other processes arrive
 * half a second late.
 * @returns how many seconds the visitor has to wait; 0 if the request can be answered
 */
export function countAnonymousRequest(address: string): number {
  if (!env.RATE_LIMITS) return 0;
  const window = currentWindow(current);
  let isOver = false;
  for (const { key, factor } of networkKeys(address)) {
    if (add(window.counts, key, 1) > anonymousPerMinute * factor) isOver = true;
    tellSoon(window, key);
  }
  return isOver ? Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1_000)) : 0;
}
