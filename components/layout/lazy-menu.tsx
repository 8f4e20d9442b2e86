"use client";

import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";

/** What a lazily loaded menu gets: the button to hang on, and whether it starts open. */
export interface LazyMenuContentProps {
  trigger: ReactNode;
}

export interface LazyMenuProps extends Omit<ComponentProps<"button">, "onClick" | "type"> {
  /** Fetches the menu, which opens as soon as it is there; until then the button stands alone. */
  load: () => Promise<ComponentType<LazyMenuContentProps>>;
}

/** A menu button whose menu (37 KB with its positioning) is fetched when somebody reaches for it. */
export function LazyMenu({ load, children, ...rest }: LazyMenuProps) {
  const [Menu, setMenu] = useState<ComponentType<LazyMenuContentProps> | null>(null);
  const button = (
    <button {...rest} type="button">
      {children}
    </button>
  );
  if (Menu) return <Menu trigger={button} />;
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={async () => {
        const loaded = await load();
        setMenu(() => loaded);
      }}
    >
      {children}
    </button>
  );
}
