import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { useFirstYear } from "@/components/session/use-first-year";
import { isSignOutPending, onSessionChangeElsewhere } from "@/lib/account/accounts/client/client-session";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { getUploadLimits } from "@/lib/album/uploads/client/queries";
import { createResumeStore } from "@/lib/album/uploads/client/resume-store";
import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import { WorkerPool } from "@/lib/sorter/client/reading/worker-pool";
import { availableStorageBytes, createReviewStore } from "@/lib/sorter/client/review-store";
import { SorterSession } from "@/lib/sorter/client/sorter-session";
import type { SorterState } from "@/lib/sorter/client/sorter-state";

export interface SorterOwner {
  userId: string;
  sessionId: string;
  familyId: string;
}

/**
 * Keyed by the page's query client, which lives as long as the page does: reading and uploading continue across
 * navigation.
 */
const sessions = new WeakMap<QueryClient, { key: string; session: SorterSession }>();

function sharedSession(queryClient: QueryClient, owner: SorterOwner): SorterSession {
  const key = `${owner.userId} ${owner.familyId}`;
  const found = sessions.get(queryClient);
  if (found?.key === key) return found.session;
  found?.session.stop();
  const session = new SorterSession({
    readers: new WorkerPool(),
    store: createReviewStore(owner.userId, owner.familyId),
    engine: new UploadEngine({ ...owner, store: createResumeStore(owner.userId) }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    room: availableStorageBytes,
    limits: () => getUploadLimits(queryClient),
    onUploaded: () => void refreshMedia(queryClient),
  });
  const stop = () => session.stop();
  onSessionChangeElsewhere(stop, stop);
  sessions.set(queryClient, { key, session });
  return session;
}

/** The page's sorter for this person and family. Only in the browser: there is nothing to sort on the server. */
export function useSorterSession(owner: SorterOwner): { session: SorterSession; state: SorterState } {
  const queryClient = useQueryClient();
  const [session] = useState(() => sharedSession(queryClient, owner));
  const firstYear = useFirstYear();
  useEffect(() => session.setFirstYear(firstYear), [session, firstYear]);
  const [state, setState] = useState(session.state);
  // Rendered in pieces between presses: five hundred pictures move around while they are read.
  useEffect(() => {
    const draw = () => startTransition(() => setState(session.state()));
    draw();
    return session.subscribe(draw);
  }, [session]);

  // Signing out unmounts this while the session ends: nothing more may be sent or stored then.
  useEffect(
    () => () => {
      if (!isSignOutPending()) return;
      session.stop();
      sessions.delete(queryClient);
    },
    [session, queryClient],
  );

  const isRunning = state.upload?.isRunning ?? false;
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);

  return { session, state };
}
