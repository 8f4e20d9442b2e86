import { useEffect } from "react";
import type { ShowPlayer } from "@/lib/album/screens/client/show-player";

const nextKeys = ["ArrowRight", "MediaTrackNext", "MediaFastForward"];
const previousKeys = ["ArrowLeft", "MediaTrackPrevious", "MediaRewind"];
const toggleKeys = [" ", "MediaPlayPause"];

/** The keys of a TV's own remote. Any of them also fills the screen, which browsers allow only on a press. */
export function useRemoteKeys(player: ShowPlayer | null): void {
  useEffect(() => {
    if (!player) return;
    const fillScreen = () => {
      if (!document.fullscreenElement) {
        document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      // The browser's own keys, and the one that leaves full screen.
      if (event.ctrlKey || event.metaKey || event.altKey || key === "Escape") return;
      fillScreen();
      if (nextKeys.includes(key)) player.step(1);
      else if (previousKeys.includes(key)) player.step(-1);
      else if (toggleKeys.includes(key)) player.setPaused(!player.isPaused);
      else if (key === "MediaPlay") player.setPaused(false);
      else if (key === "MediaPause" || key === "MediaStop") player.setPaused(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("click", fillScreen);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("click", fillScreen);
    };
  }, [player]);
}
