import { AsyncLocalStorage } from "node:async_hooks";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";

const origins = new AsyncLocalStorage<SessionOrigin>();

/** Runs a call's work, which then knows where the request came from. */
export function withRequestOrigin<T>(origin: SessionOrigin, work: () => T): T {
  return origins.run(origin, work);
}

/** Where the request that this work belongs to came from; undefined in the queue and at start. */
export function requestOrigin(): SessionOrigin | undefined {
  return origins.getStore();
}
