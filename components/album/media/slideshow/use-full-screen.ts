import { useEffect } from "react";
import { useLatest } from "@/components/ui/use-latest";

/** Fills the screen while mounted, if the browser can. @param onLeft called when the person leaves full screen */
export function useFullScreen(onLeft: () => void): void {
  const left = useLatest(onLeft);
  useEffect(() => {
    let hasEntered = document.fullscreenElement !== null;
    const onChange = () => {
      if (document.fullscreenElement) hasEntered = true;
      else if (hasEntered) left();
    };
    document.addEventListener("fullscreenchange", onChange);
    // Without it, on an iPhone for example, the slideshow fills the window.
    document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, [left]);
}
