import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { markAllRead } from "@/lib/notify/notifications/client/queries";

/** How long a list must be in view to count as seen. */
const seenAfterMs = 1500;

/**
 * Marks everything as read once the page has been in view for a moment, which clears the bell's badge. What was new
 * stays marked as new on this visit, until the person clears it.
 */
export function useMarkSeen(userId: string | undefined) {
  const queryClient = useQueryClient();
  const isSent = useRef(false);
  const [isCleared, setIsCleared] = useState(false);

  const send = useCallback(async () => {
    if (!userId || isSent.current) return;
    isSent.current = true;
    try {
      await markAllRead(queryClient, userId);
    } catch (error) {
      isSent.current = false;
      throw error;
    }
  }, [queryClient, userId]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      // If this fails, the badge stays lit and the next visit tries again.
      timer = setTimeout(() => void send().catch(() => {}), seenAfterMs);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [send]);

  /** @throws Error with a readable message */
  const clear = useCallback(async () => {
    setIsCleared(true);
    try {
      await send();
    } catch (error) {
      setIsCleared(false);
      throw error;
    }
  }, [send]);

  return { isCleared, clear };
}
