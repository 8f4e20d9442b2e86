import type { QueryClient } from "@tanstack/react-query";
import { onSessionChangeElsewhere } from "@/lib/account/accounts/client/client-session";
import { createResumeStore } from "@/lib/album/uploads/client/resume-store";
import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";

export interface EngineOwner {
  userId: string;
  sessionId: string;
  familyId: string;
}

/** Keyed by the page's query client, which lives as long as the page does, even when layouts change. */
const engines = new WeakMap<QueryClient, { key: string; engine: UploadEngine }>();

/** The page's engine for this person and family: uploads continue as people move between layouts. */
export function sharedUploadEngine(queryClient: QueryClient, owner: EngineOwner): UploadEngine {
  const key = `${owner.userId} ${owner.familyId}`;
  const found = engines.get(queryClient);
  if (found?.key === key) return found.engine;
  found?.engine.stop();
  const engine = new UploadEngine({ ...owner, store: createResumeStore(owner.userId) });
  const stop = () => engine.stop();
  onSessionChangeElsewhere(stop, stop);
  engines.set(queryClient, { key, engine });
  return engine;
}
