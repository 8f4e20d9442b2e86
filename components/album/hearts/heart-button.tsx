"use client";

import { Heart } from "lucide-react";
import { useToggleHeart } from "@/components/album/hearts/use-toggle-heart";
import { cn } from "@/components/ui/class-names";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";

export interface HeartButtonProps {
  item: Pick<MediaItemDto, "id" | "isHearted" | "heartCount">;
  /** On the viewer's dark background. */
  isOnDark?: boolean;
  className?: string;
}

/** The heart button, with its count. */
export function HeartButton({ item, isOnDark = false, className }: HeartButtonProps) {
  const toggle = useToggleHeart(item);
  return (
    <button
      type="button"
      aria-pressed={item.isHearted}
      aria-label={`Heart, ${counted(item.heartCount, "heart")}`}
      onClick={toggle}
      className={cn(
        "flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 font-semibold tabular-nums transition-colors",
        isOnDark ? "text-white hover:bg-white/15" : "hover:bg-sunk",
        className,
      )}
    >
      <Heart
        aria-hidden="true"
        strokeWidth={1.9}
        className={cn(
          "size-[23px] transition-transform duration-200 active:scale-85",
          item.isHearted && "fill-current",
          item.isHearted && (isOnDark ? "text-[oklch(72%_0.17_18)]" : "text-accent-strong"),
        )}
      />
      {item.heartCount > 0 && <span aria-hidden="true">{item.heartCount}</span>}
    </button>
  );
}
