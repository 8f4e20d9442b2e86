import { Film, ImageIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { ChosenFile } from "@/lib/features/uploads/file-rules";

/** A small picture of a chosen file, out of the file itself; a drawing where the browser can't show it. */
export function FilePreview({ file, mediaType }: ChosenFile) {
  const [url, setUrl] = useState<string>();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const frame = "size-14 flex-none rounded-2xl bg-sunk object-cover";
  if (!url || isBroken) {
    const Icon = mediaType === "image" ? ImageIcon : Film;
    return (
      <span className={`${frame} grid place-items-center text-ink-faint`}>
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.7} />
      </span>
    );
  }
  if (mediaType === "image") {
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        className={frame}
        onError={() => setIsBroken(true)}
      />
    );
  }
  return (
    <video
      src={`${url}#t=0.1`}
      aria-hidden="true"
      tabIndex={-1}
      muted
      playsInline
      preload="metadata"
      className={frame}
      onError={() => setIsBroken(true)}
    />
  );
}
