"use client";

import { cn } from "@/components/ui/class-names";
import { usePreferences } from "@/components/ui/preferences";
import { initialsOf, nameHue } from "@/lib/shared/avatar";

export interface AvatarProps {
  name: string;
  size?: "small" | "medium" | "large";
  /** Whether the name is announced; false if it is shown next to the avatar anyway. */
  isLabelled?: boolean;
  className?: string;
}

/**
 * Initials on a colour derived from the name. Drawn here, so no external service learns the name; if the installation
 * has set one up (AVATAR_SERVICE_URL), its picture covers them.
 */
export function Avatar({ name, size = "medium", isLabelled = false, className }: AvatarProps) {
  const { avatarUrl } = usePreferences();
  const label = isLabelled ? ({ role: "img", "aria-label": name } as const) : { "aria-hidden": true };
  return (
    <span
      {...label}
      className={cn("avatar", size !== "medium" && `avatar-${size}`, className)}
      // 52 % lightness keeps white letters above 4.5:1 at every hue.
      style={{ background: `oklch(52% 0.12 ${nameHue(name)})` }}
    >
      {initialsOf(name)}
      {avatarUrl && (
        <img
          src={avatarUrl.replaceAll("{name}", encodeURIComponent(name))}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full rounded-full object-cover"
          onError={(event) => event.currentTarget.remove()}
        />
      )}
    </span>
  );
}
