import { useSyncExternalStore } from "react";

/** How long a photo can be shown. */
export const slideSeconds = [3, 5, 8, 15, 30] as const;
export type SlideSeconds = (typeof slideSeconds)[number];

export interface SlideshowSettings {
  seconds: SlideSeconds;
  isShuffled: boolean;
}

const storageKey = "slideshow";
const defaults: SlideshowSettings = { seconds: 5, isShuffled: false };
const listeners = new Set<() => void>();
let settings: SlideshowSettings | null = null;

function readStored(): SlideshowSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const { seconds, isShuffled } = stored as Partial<SlideshowSettings>;
    return {
      seconds: slideSeconds.find((one) => one === seconds) ?? defaults.seconds,
      isShuffled: isShuffled === true,
    };
  } catch {
    // Storage can be unavailable, or hold something else.
    return defaults;
  }
}

export const readSlideshowSettings = (): SlideshowSettings => {
  settings ??= readStored();
  return settings;
};

/** Remembered on this device. */
export function changeSlideshowSettings(change: Partial<SlideshowSettings>): void {
  settings = { ...readSlideshowSettings(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // The change applies until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSlideshowSettings = (): SlideshowSettings =>
  useSyncExternalStore(subscribe, readSlideshowSettings, () => defaults);
