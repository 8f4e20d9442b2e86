"use client";

import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type CSSProperties, type ReactNode, useEffect } from "react";
import { HideableBanner } from "@/components/shell/banners/hideable-banner";
import { bannerCookie, bannerRotationSeconds } from "@/lib/shared/banner";
import { updatePrintBanner } from "@/lib/shop/prints/client/banner-queries";

export interface BannerItem {
  id: string;
  icon: ReactNode;
  text: ReactNode;
  /** The banner about free prints: on home only, once a month. */
  isAboutPrints?: boolean;
}

export interface RotatingBannerProps {
  items: readonly BannerItem[];
  /** The cookie's value while the banner is hidden. */
  hiddenValue: string;
}

// If this can't be recorded, the banner simply reappears.
const note = (isClosed: boolean) => void updatePrintBanner(isClosed).catch(() => {});

/**
 * Small news of the family, one line at a time (specification 4.7). It rotates by CSS alone: it stops under a pointer
 * and for people who prefer less motion, and is read out as the list it is.
 */
export function RotatingBanner({ items: all, hiddenValue }: RotatingBannerProps) {
  const isHome = usePathname() === "/";
  const items = all.filter(({ isAboutPrints }) => isHome || !isAboutPrints);
  const isAboutPrints = items.some((item) => item.isAboutPrints);
  useEffect(() => {
    if (isAboutPrints) note(false);
  }, [isAboutPrints]);
  if (items.length === 0) return null;
  const turning =
    items.length === 1
      ? {}
      : {
          animationDuration: `${items.length * bannerRotationSeconds}s`,
          animationTimingFunction: `steps(${items.length})`,
        };
  return (
    <HideableBanner
      label="Family news"
      hideLabel={isAboutPrints ? "Close" : "Hide until tomorrow"}
      cookie={`${bannerCookie}=${hiddenValue}`}
      icon={<X aria-hidden="true" />}
      onHide={isAboutPrints ? () => note(true) : undefined}
    >
      <ul
        className={items.length === 1 ? "banner-reel" : "banner-reel banner-turning"}
        style={turning satisfies CSSProperties}
      >
        {items.map(({ id, icon, text }) => (
          <li key={id} className="banner-item">
            {icon}
            <span className="truncate">{text}</span>
          </li>
        ))}
      </ul>
    </HideableBanner>
  );
}
