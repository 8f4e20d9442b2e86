import { usePathname } from "next/navigation";
import { useCallback } from "react";
import { rememberOrigin } from "@/components/album/media/viewer-origin";
import { viewerPath } from "@/lib/album/media/picture-urls";

const viewerPattern = /^\/(?:view-image\/|display-single-image-)([^/]+)$/;
const marker = "isViewerOverPage";

function isOverPage(): boolean {
  return (window.history.state as Record<string, unknown> | null)?.[marker] === true;
}

/**
 * The viewer over a page: it is open while the address names an item, and Back closes it. Next preserves the page under
 * an address set with history.pushState.
 */
export function useViewerAddress() {
  const openId = viewerPattern.exec(usePathname())?.[1] ?? null;

  const open = useCallback((id: string, tile?: HTMLElement) => {
    rememberOrigin(tile);
    window.history.pushState({ [marker]: true }, "", viewerPath(id));
  }, []);

  /** Moves to another item; Back still closes the viewer. */
  const show = useCallback((id: string) => {
    window.history.replaceState({ [marker]: isOverPage() }, "", viewerPath(id));
  }, []);

  const close = useCallback(() => window.history.back(), []);

  return { openId, open, show, close };
}
