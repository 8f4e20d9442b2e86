"use client";

import { useSyncExternalStore } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import {
  closeShareSheet,
  onShareSheetChange,
  shareSheetContent,
} from "@/lib/album/sharing/client/share-sheet-store";

const ShareSheet = fetchedPart(
  async () => (await import("@/components/album/sharing/share-sheet")).ShareSheet,
);

/** The page's one share sheet; its code is fetched when something is shared. */
export function ShareSheetMount() {
  const content = useSyncExternalStore(onShareSheetChange, shareSheetContent, () => null);
  return content && <ShareSheet content={content} onClose={closeShareSheet} />;
}
