import { env } from "@/lib/env";
import { networkKeys } from "@/lib/http/networks";
import { processWide } from "@/lib/shared/process-wide";

/** How much a visitor without a session can request in a minute, calls and pages combined. */
export const anonymousPerMinute = 300;
const windowMs = 60_000;
/** With more visitors than this within a minute, all counts restart: memory stays bounded. */
const maxVisitors = 50_000;

interface Window {
  counts: Map<string, number>;
  endsAt: number;
}
// Process-wide: calls and pages are counted together.
const current = processWide("anonymous-window", (): Window => ({ counts: new Map(), endsAt: 0 }));

function currentWindow(): Window {
  const now = performance.now();
  if (now >= current.endsAt || current.counts.size >= maxVisitors) {
    current.counts.clear();
    current.endsAt = now + windowMs;
  }
  return current;
}

/**
 * Counts a request without a session. The count is kept in this process, so it costs next to nothing; anything
 * strangers could gain by repeating has tighter limits of its own in PostgreSQL.
 * @returns how many seconds the visitor has to wait; 0 where the request can be answered
 */
export function countAnonymousRequest(address: string): number {
  if (!env.RATE_LIMITS) return 0;
  const { counts, endsAt } = currentWindow();
  let isOver = false;
  for (const { key, factor } of networkKeys(address)) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > anonymousPerMinute * factor) isOver = true;
  }
  return isOver ? Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)) : 0;
}
