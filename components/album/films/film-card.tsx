"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, ImagePlus } from "lucide-react";
import Link from "next/link";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { Progress } from "@/components/ui/progress";
import { toast } from "@/components/ui/toast";
import { deleteFilm, shareFilm } from "@/lib/album/films/client/queries";
import type { FilmDto } from "@/lib/album/films/schema";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { viewerPath } from "@/lib/album/media/picture-urls";
import { counted } from "@/lib/shared/counted";
import { formatDuration } from "@/lib/shared/duration";
import { megabytes } from "@/lib/shared/megabytes";

/** A film: its progress, or the finished film with its actions. */
export function FilmCard({ film, onChange }: { film: FilmDto; onChange: () => Promise<unknown> }) {
  const { id, title, state, progress, pictureCount, durationMs, bytes, failure, url, mediaId } = film;
  const client = useQueryClient();
  const { run, error, busyWith } = useAction(async (wanted: "share" | "remove") => {
    if (wanted === "remove") await deleteFilm(id);
    else {
      await shareFilm(id);
      toast({ title: "Added to the album", description: "Your family finds it among this month's videos." });
      void refreshMedia(client);
    }
    await onChange();
  });
  return (
    <li className="card flex min-w-0 flex-col gap-3">
      <h2 className="text-step-1 wrap-anywhere">{title}</h2>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: it has no sound
        <video
          src={url}
          controls
          playsInline
          preload="metadata"
          className="aspect-video w-full rounded-2xl bg-black"
        />
      )}
      <div aria-live="polite">
        {state === "making" && (
          <>
            <Progress percent={progress} label={`Making ${title}`} />
            <p className="mt-1.5 text-step--1 text-ink-soft">
              Making it of {counted(pictureCount, "photo")}. You can leave this page; it continues on the
              server.
            </p>
          </>
        )}
        {state === "ready" && (
          <p className="text-step--1 text-ink-soft">
            {counted(pictureCount, "photo")}, {formatDuration(durationMs)}, {megabytes(bytes)}
          </p>
        )}
        {state === "failed" && <p>{failure}</p>}
      </div>
      <FormAlert message={error} />
      <div className="mt-auto flex flex-wrap gap-2">
        {url && mediaId === null && (
          <Button isBusy={busyWith === "share"} onClick={() => void run("share")}>
            <ImagePlus aria-hidden="true" />
            Add to album
          </Button>
        )}
        {mediaId && (
          <Link
            href={viewerPath(mediaId)}
            prefetch={false}
            className={buttonClasses({ variant: "secondary" })}
          >
            See it in the album
          </Link>
        )}
        {url && (
          <a href={`${url}?download=true`} className={buttonClasses({ variant: "secondary" })}>
            <Download aria-hidden="true" />
            Download
          </a>
        )}
        <Button variant="ghost" isBusy={busyWith === "remove"} onClick={() => void run("remove")}>
          {state === "making" ? "Cancel" : "Remove"}
        </Button>
      </div>
    </li>
  );
}
