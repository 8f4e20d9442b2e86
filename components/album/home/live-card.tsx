"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { showNotLoadedToast } from "@/components/ui/not-loaded-toast";

/**
 * The component that replaces a static card: it looks the same, and shows the static card until its data has arrived.
 */
export interface LiveCardContentProps {
  still: ReactNode;
}

const contents = {
  notices: async () => (await import("@/components/album/notices/notice-board")).NoticeBoard,
  hashtags: async () => (await import("@/components/album/hashtags/live-hashtags-card")).LiveHashtagsCard,
} as const;

export interface LiveCardProps {
  content: keyof typeof contents;
  /** A URL fragment with this prefix needs the live card immediately. */
  anchor?: string;
  /** The card as rendered by the server. */
  children: ReactNode;
}

/** How long after a finger or key is released its click can still arrive. */
const clickWithinMs = 400;

const pressOf = (target: EventTarget | null) =>
  (target instanceof Element && target.closest("[data-press]")?.getAttribute("data-press")) || null;

/**
 * A card that the server renders and whose script is fetched when someone reaches for it: home loads without it. If a
 * button is pressed in the meantime, its `data-press` is used to press it again in the live card.
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
      // A button that is removed between press and release gets no click.
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
        showNotLoadedToast();
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
