import { AsyncLocalStorage } from "node:async_hooks";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";

const origins = new AsyncLocalStorage<SessionOrigin>();

/** Runs a call's work with access to the request's origin. */
export function withRequestOrigin<T>(origin: SessionOrigin, work: () => T): T {
  return origins.run(origin, work);
}

/** The origin of the request this work belongs to; undefined in the queue and at start-up. */
export function requestOrigin(): SessionOrigin | undefined {
  return origins.getStore();
}
