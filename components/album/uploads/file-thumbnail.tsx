import { Film, ImageIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { makeThumbnail } from "@/components/album/uploads/make-thumbnail";
import { cn } from "@/components/ui/class-names";
import type { ChosenFile } from "@/lib/album/uploads/file-rules";

/** null if the browser can't show it. */
type Thumbnail = string | null | undefined;

/** Created once the tile nears the viewport, and released when it is gone. */
function useThumbnail({ file, mediaType }: ChosenFile) {
  const tile = useRef<HTMLSpanElement>(null);
  const [thumbnail, setThumbnail] = useState<Thumbnail>();
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    const observer = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        const blob = await makeThumbnail({ file, mediaType }, () => !isGone);
        if (isGone) return;
        url = blob && URL.createObjectURL(blob);
        setThumbnail(url);
      },
      { rootMargin: "200px" },
    );
    if (tile.current) observer.observe(tile.current);
    return () => {
      isGone = true;
      observer.disconnect();
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, mediaType]);
  return { tile, thumbnail };
}

export interface FileThumbnailProps extends ChosenFile {
  className?: string;
  /** Includes the file's name: for screen readers, and visible if there is no picture. */
  isNamed?: boolean;
}

/** A small picture of a chosen file, from the file itself; a plain tile if the browser can't show it. */
export function FileThumbnail({ file, mediaType, className, isNamed = false }: FileThumbnailProps) {
  const { tile, thumbnail } = useThumbnail({ file, mediaType });
  const Icon = mediaType === "image" ? ImageIcon : Film;
  return (
    <span ref={tile} className={cn("relative block overflow-hidden bg-sunk", className)}>
      {thumbnail ? (
        <>
          <img src={thumbnail} alt="" className="size-full object-cover" />
          {mediaType === "video" && (
            <span className="absolute bottom-1.5 left-1.5 grid size-7 place-items-center rounded-full bg-black/55 text-white">
              <Film aria-hidden="true" className="size-4" />
            </span>
          )}
        </>
      ) : (
        <span className="grid size-full content-center justify-items-center gap-1 px-2 text-ink-soft">
          <Icon aria-hidden="true" className="size-6" strokeWidth={1.7} />
          {isNamed && thumbnail === null && (
            <span className="line-clamp-2 w-full text-center text-step--1 leading-tight wrap-anywhere">
              {file.name}
            </span>
          )}
        </span>
      )}
      {isNamed && thumbnail !== null && <span className="sr-only">{file.name}</span>}
    </span>
  );
}
