"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { tellNotLoaded } from "@/components/ui/not-loaded-toast";

/** What takes a still card's place: it draws the same, and keeps the still one until its data are there. */
export interface LiveCardContentProps {
  still: ReactNode;
}

const contents = {
  notices: async () => (await import("@/components/album/notices/notice-board")).NoticeBoard,
  hashtags: async () => (await import("@/components/album/hashtags/live-hashtags-card")).LiveHashtagsCard,
} as const;

export interface LiveCardProps {
  content: keyof typeof contents;
  /** An address whose fragment begins like this needs the live card at once. */
  anchor?: string;
  /** The card as the server drew it. */
  children: ReactNode;
}

/** How long after a finger or key went up its click may still come. */
const clickWithinMs = 400;

const pressOf = (target: EventTarget | null) =>
  (target instanceof Element && target.closest("[data-press]")?.getAttribute("data-press")) || null;

/**
 * A card that the server draws and whose script is fetched when somebody reaches for it: home loads without it.
 * A button pressed meanwhile is found again by its `data-press` and pressed once the live card stands.
 */
export function LiveCard({ content, anchor, children }: LiveCardProps) {
  const [Content, setContent] = useState<ComponentType<LiveCardContentProps> | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  const focused = useRef<string | null>(null);

  useEffect(() => {
    const card = root.current;
    if (Content || !card) return;
    const stop = new AbortController();
    let loaded: ComponentType<LiveCardContentProps> | null = null;
    let isHeld = false;
    const show = () => {
      // A button that goes between press and release gets no click.
      if (!loaded || isHeld || stop.signal.aborted) return;
      const Loaded = loaded;
      focused.current = card.contains(document.activeElement) ? pressOf(document.activeElement) : null;
      setContent(() => Loaded);
    };
    const load = async () => {
      try {
        loaded ??= await contents[content]();
        show();
      } catch {
        if (!pressed.current) return;
        pressed.current = null;
        tellNotLoaded();
      }
    };
    const hold = () => {
      isHeld = true;
      void load();
    };
    const release = () => {
      isHeld = false;
      show();
    };
    const press = ({ target }: Event) => {
      pressed.current = pressOf(target);
      isHeld = false;
      void load();
    };
    const { signal } = stop;
    for (const name of ["pointerenter", "focusin"]) card.addEventListener(name, load, { signal });
    for (const name of ["pointerdown", "keydown"]) card.addEventListener(name, hold, { signal });
    for (const name of ["pointerup", "pointercancel", "keyup"]) {
      document.addEventListener(name, () => isHeld && setTimeout(release, clickWithinMs), { signal });
    }
    card.addEventListener("click", press, { signal });
    if (anchor && window.location.hash.startsWith(`#${anchor}`)) void load();
    return () => stop.abort();
  }, [Content, content, anchor]);

  useEffect(() => {
    if (!Content) return;
    const find = (press: string | null) =>
      press ? root.current?.querySelector<HTMLElement>(`[data-press="${CSS.escape(press)}"]`) : null;
    find(focused.current)?.focus();
    find(pressed.current)?.click();
  }, [Content]);

  return <div ref={root}>{Content ? <Content still={children} /> : children}</div>;
}
