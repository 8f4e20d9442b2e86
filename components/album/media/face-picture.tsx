"use client";

import { UserRound } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/class-names";
import { faceUrl } from "@/lib/album/media/picture-urls";

export interface FacePictureProps {
  /** null if there is none to show. */
  faceId: string | null;
  /** For people who can't see it; empty if text beside it says the same. */
  alt?: string;
  isEager?: boolean;
  /** Its size. */
  className?: string;
}

/** A round face, cut out of its picture; a plain head if there is none. */
export function FacePicture({ faceId, alt = "", isEager = false, className }: FacePictureProps) {
  const [brokenId, setBrokenId] = useState<string | null>(null);
  const frame = cn(
    "relative grid flex-none place-items-center overflow-hidden rounded-full bg-sunk text-ink-faint",
    className,
  );
  if (!faceId || brokenId === faceId) {
    return (
      <span className={frame} {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}>
        <UserRound className="size-1/2" strokeWidth={1.6} />
      </span>
    );
  }
  return (
    <span className={frame}>
      <img
        src={faceUrl(faceId)}
        alt={alt}
        width={192}
        height={192}
        loading={isEager ? "eager" : "lazy"}
        decoding="async"
        draggable={false}
        onError={() => setBrokenId(faceId)}
        className="size-full object-cover text-transparent"
      />
    </span>
  );
}
