"use client";

import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useState,
} from "react";
import { showNotLoadedToast } from "@/components/ui/not-loaded-toast";

/** Props of a lazily loaded menu: its button, and whether it starts open. */
export interface LazyMenuContentProps {
  trigger: ReactNode;
}

export interface LazyMenuProps extends Omit<ComponentProps<"button">, "onClick" | "type"> {
  /** Fetches the menu, which opens as soon as it is loaded; until then only the button is rendered. */
  load: () => Promise<ComponentType<LazyMenuContentProps>>;
  /** What opens; a dialog manages focus itself. */
  popup?: "menu" | "dialog";
}

/** A menu opened by a key starts at its first entry. It never saw the key, because it wasn't loaded yet. */
function focusFirstEntry(framesLeft = 120): void {
  const entry = document.querySelector<HTMLElement>('[role="menu"][data-state="open"] [role^="menuitem"]');
  if (entry) entry.focus();
  else if (framesLeft > 0) requestAnimationFrame(() => focusFirstEntry(framesLeft - 1));
}

/** A menu button whose menu (37 KB with its positioning) is fetched when someone reaches for it. */
export function LazyMenu({ load, popup = "menu", children, ...rest }: LazyMenuProps) {
  const [Menu, setMenu] = useState<ComponentType<LazyMenuContentProps> | null>(null);
  const button = (
    <button {...rest} type="button">
      {children}
    </button>
  );
  if (Menu) return <Menu trigger={button} />;
  const open = async ({ detail: clicks }: MouseEvent) => {
    const loaded = await load().catch(() => null);
    if (!loaded) return showNotLoadedToast();
    // Its first render takes many frames, during which the page still responds.
    startTransition(() => setMenu(() => loaded));
    if (clicks === 0 && popup === "menu") requestAnimationFrame(() => focusFirstEntry());
  };
  // A failure is reported when the menu is opened.
  const prepare = () => void load().catch(() => {});
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup={popup}
      aria-expanded="false"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {children}
    </button>
  );
}
