"use client";

import { type ReactNode, useState } from "react";

export interface HideableBannerProps {
  label: string;
  hideLabel: string;
  /** name=value: set for a day when the banner is hidden; the server then leaves it out. */
  cookie: string;
  icon: ReactNode;
  onHide?: (() => void) | undefined;
  children: ReactNode;
}

/** A line under the header that can be hidden for the day. */
export function HideableBanner({ label, hideLabel, cookie, icon, onHide, children }: HideableBannerProps) {
  const [isHidden, setIsHidden] = useState(false);
  if (isHidden) return null;
  return (
    <aside aria-label={label} className="banner">
      <div className="banner-window">{children}</div>
      <button
        type="button"
        aria-label={hideLabel}
        title={hideLabel}
        className="banner-close"
        onClick={() => {
          // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
          document.cookie = `${cookie}; path=/; max-age=86400; samesite=lax`;
          setIsHidden(true);
          onHide?.();
          document.getElementById("main")?.focus();
        }}
      >
        {icon}
      </button>
    </aside>
  );
}
