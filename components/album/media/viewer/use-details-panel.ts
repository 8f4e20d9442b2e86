import { useEffect, useState } from "react";
import type { DetailsAim } from "@/components/album/media/viewer/viewer-details";

/** Whether the details are open, and which part of them was requested. */
export function useDetailsPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const [aim, setAim] = useState<DetailsAim | null>(null);

  // A comment notification links here.
  useEffect(() => {
    const follow = () => {
      if (window.location.hash !== "#comments") return;
      setAim({ section: "comments" });
      setIsOpen(true);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);

  return {
    isOpen,
    aim,
    toggle: () => {
      setAim(null);
      setIsOpen(!isOpen);
    },
    openAt: (section: DetailsAim["section"]) => {
      setAim({ section });
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
  };
}
