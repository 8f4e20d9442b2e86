"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { mediumUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { welcomeCookie } from "@/lib/shared/welcome-cookie";

export interface WelcomeTodayProps {
  image: MediaItemDto;
  /** The cookie's value once the photo has been seen: the server then leaves it out. */
  seenValue: string;
}

/** The family's welcome photo across the top of home, on the day's first visit. */
export function WelcomeToday({ image, seenValue }: WelcomeTodayProps) {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
    document.cookie = `${welcomeCookie}=${seenValue}; path=/; max-age=86400; samesite=lax`;
  }, [seenValue]);
  if (isHidden) return null;
  return (
    <section
      aria-label="Welcome photo"
      className="relative -mx-3.5 -mt-5 mb-5 h-[min(75vw,60svh)] overflow-hidden md:mx-0 md:mt-0 md:mb-7 md:aspect-[3/1] md:h-auto md:rounded-3xl"
    >
      <Link href={viewerPath(image.id)} className="block size-full -outline-offset-4">
        <MediaPicture item={image} src={mediumUrl(image)} isEager />
        {image.description && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/75 to-transparent px-4 pt-16 pb-4 text-white md:px-7 md:pb-6"
          >
            <span className="line-clamp-2 font-display text-step-1 font-semibold">{image.description}</span>
          </span>
        )}
      </Link>
      <button
        type="button"
        aria-label="Hide the welcome photo"
        title="Hide the welcome photo"
        className="absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-full bg-black/60 text-white"
        onClick={() => {
          setIsHidden(true);
          document.getElementById("main")?.focus();
        }}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}
