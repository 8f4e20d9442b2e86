import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { MediaList } from "@/lib/album/media/client/media-list";
import { openParameter, viewerPath } from "@/lib/album/media/picture-urls";

/**
 * Opens the viewer on the item named in the page's address, once: the address is corrected first, so that Back closes
 * the viewer and then leaves the page. An item that isn't among the first ones opens on its own page.
 */
export function useOpenFromAddress(items: Pick<MediaList, "indexOf">, open: (id: string) => void): void {
  const router = useRouter();
  // The page's data may join a list from an earlier visit only after the first render.
  const latest = useRef(items);
  latest.current = items;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page was opened with
  useEffect(() => {
    // After the router has adopted the address: it must know of both changes.
    const timer = setTimeout(() => {
      const address = new URL(window.location.href);
      const id = address.searchParams.get(openParameter);
      if (!id) return;
      address.searchParams.delete(openParameter);
      window.history.replaceState(null, "", address);
      if (latest.current.indexOf(id) >= 0) open(id);
      else router.push(viewerPath(encodeURIComponent(id)));
    });
    return () => clearTimeout(timer);
  }, []);
}
