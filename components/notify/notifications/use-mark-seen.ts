import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { markAllRead } from "@/lib/notify/notifications/client/queries";
import type { NotificationDto } from "@/lib/notify/notifications/schema";

/** How long a list must be in view to count as seen. */
const seenAfterMs = 1500;

/**
 * Marks everything as read once its newest notification has been in view for a moment, which clears the bell's badge.
 * What was new stays marked as new on this visit, until the person clears it.
 * @param newest the first of the list
 */
export function useMarkSeen(userId: string | undefined, newest: NotificationDto | undefined) {
  const queryClient = useQueryClient();
  // The newest one's id when all were last marked as read; null before that.
  const seen = useRef<string | undefined | null>(null);
  const [clearedUntil, setClearedUntil] = useState("");
  const newestId = newest?.id;

  const send = useCallback(async () => {
    if (!userId) return;
    await markAllRead(queryClient, userId);
    seen.current = newestId;
  }, [queryClient, userId, newestId]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      timer = setTimeout(() => {
        // If this fails, the badge stays lit and the next visit tries again.
        if (seen.current !== newestId) void send().catch(() => {});
      }, seenAfterMs);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [send, newestId]);

  /** @throws Error with a readable message */
  async function clear() {
    setClearedUntil(newest?.createdAt ?? "");
    try {
      await send();
    } catch (error) {
      setClearedUntil("");
      throw error;
    }
  }

  /** Whether it arrived after everything was cleared, and was unread. */
  const isNew = ({ readAt, createdAt }: NotificationDto) => readAt === null && createdAt > clearedUntil;
  return { isNew, clear };
}
