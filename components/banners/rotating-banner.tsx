import { X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { HideableBanner } from "@/components/banners/hideable-banner";
import { bannerCookie, bannerRotationSeconds } from "@/lib/shared/banner";

export interface BannerItem {
  id: string;
  icon: ReactNode;
  words: ReactNode;
}

export interface RotatingBannerProps {
  items: readonly BannerItem[];
  /** What the cookie holds while the banner is hidden. */
  hiddenValue: string;
}

/**
 * Small news of the family, one line at a time (specification 4.7). It turns by style alone: nothing to load, still
 * under a pointer and for who wants less motion, and read out as the list it is.
 */
export function RotatingBanner({ items, hiddenValue }: RotatingBannerProps) {
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
      hideLabel="Hide until tomorrow"
      cookie={`${bannerCookie}=${hiddenValue}`}
      icon={<X aria-hidden="true" />}
    >
      <ul
        className={items.length === 1 ? "banner-reel" : "banner-reel banner-turning"}
        style={turning satisfies CSSProperties}
      >
        {items.map(({ id, icon, words }) => (
          <li key={id} className="banner-item">
            {icon}
            <span className="truncate">{words}</span>
          </li>
        ))}
      </ul>
    </HideableBanner>
  );
}
