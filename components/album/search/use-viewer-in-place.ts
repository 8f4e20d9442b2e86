import { useCallback, useEffect, useState } from "react";

/** The viewer over a page whose address holds the page's own state, so it can't name the item: Back still closes it. */
export function useViewerInPlace() {
  const [openId, setOpenId] = useState<string | null>(null);
  const isOpen = openId !== null;

  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpenId(null);
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, [isOpen]);

  const open = useCallback((id: string) => {
    window.history.pushState(null, "", window.location.href);
    setOpenId(id);
  }, []);
  const close = useCallback(() => window.history.back(), []);

  return { openId, open, show: setOpenId, close };
}
