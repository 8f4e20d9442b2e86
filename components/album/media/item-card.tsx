"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, ImageDown, MapPinOff, Maximize2, Pencil, Rows3, Share2, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CommentsSection } from "@/components/album/comments/comments-section";
import { HeartButton } from "@/components/album/hearts/heart-button";
import { useItemExtras } from "@/components/album/item/item-extras";
import { useCanChange } from "@/components/album/item/use-may-change";
import { DescriptionText } from "@/components/album/media/description-text";
import { MediaFacts } from "@/components/album/media/media-facts";
import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { useDeleteMedia } from "@/components/album/media/use-delete-media";
import { useRetryMedia } from "@/components/album/media/use-retry-media";
import { CoverActions } from "@/components/album/media/viewer/cover-actions";
import { formatHeartedBy } from "@/components/album/media/viewer/hearted-by-text";
import { ReportLink } from "@/components/album/media/viewer/report-link";
import { useSharePicture } from "@/components/album/sharing/use-share-picture";
import { PeopleSection } from "@/components/album/tags/people-section";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import { mediaTitle, missingPreviewText } from "@/lib/album/media/media-text";
import { downloadEditedUrl, downloadUrl, downloadWithoutPlaceUrl } from "@/lib/album/media/original-urls";
import { feedPath, mediumUrl, monthPath, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { cardRatio } from "@/lib/shared/card-ratio";

const EditMediaDialog = fetchedPart(
  async () => (await import("@/components/album/media/edit-media-dialog")).EditMediaDialog,
);
const DeleteMediaDialog = fetchedPart(
  async () => (await import("@/components/album/media/delete-media-dialog")).DeleteMediaDialog,
);

type CardDialog = "edit" | "delete";

/** One item as a card on a page of its own, with all its details. */
export function ItemCard({ item: first }: { item: MediaDetailDto }) {
  const { data: item = first } = useQuery(detailOptions(first.id));
  const router = useRouter();
  const { user } = useAuth();
  const remove = useDeleteMedia();
  const retry = useRetryMedia(item);
  const [dialog, setDialog] = useState<CardDialog | null>(null);
  const isFailed = item.derivatives === "failed";
  const hearted = formatHeartedBy(item.heartedBy);
  return (
    <article className="card mx-auto max-w-5xl overflow-hidden p-0 md:grid md:grid-cols-[minmax(0,1fr)_340px] md:p-0">
      <Link
        href={viewerPath(item.id)}
        aria-label="Open full screen"
        className="relative block -outline-offset-3"
        style={{ aspectRatio: cardRatio(item.width, item.height) }}
      >
        <MediaPicture key={retry.attempt} item={item} src={mediumUrl(item)} isEager />
        {item.mediaType === "video" && !isFailed && <PlayBadge />}
      </Link>
      <div className="p-5 md:p-6">
        <h1 className="text-step-2 wrap-anywhere">{mediaTitle(item)}</h1>
        {item.description.trim() && (
          <DescriptionText text={item.description} className="mt-2 wrap-anywhere whitespace-pre-line" />
        )}
        <div className="mt-2 -ml-3 flex items-center gap-1">
          <HeartButton item={item} />
          {hearted && <p className="min-w-0 text-step--1 text-ink-soft">{hearted}</p>}
        </div>
        {isFailed && <FailedNote item={item} isBusy={retry.isBusy} onTryAgain={() => void retry.run()} />}
        <MediaFacts item={item} />
        <h2 className="mt-6 text-step-1">Who is in this photo?</h2>
        <PeopleSection key={`people of ${item.id}`} mediaId={item.id} people={item.tags} />
        <h2 id="comments" tabIndex={-1} className="mt-6 scroll-mt-24 text-step-1 outline-none">
          Comments
        </h2>
        <CommentsSection key={`comments on ${item.id}`} mediaId={item.id} />
        <CardActions item={item} onOpenDialog={setDialog} />
        {user?.isAdmin && <CoverActions item={item} />}
        <ReportLink item={item} />
      </div>

      {dialog === "edit" && <EditMediaDialog item={item} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <DeleteMediaDialog
          item={item}
          isBusy={remove.isBusy}
          onClose={() => setDialog(null)}
          onConfirm={() =>
            void remove.run(item, () => {
              router.replace(monthPath(item.year, item.month));
              return false;
            })
          }
        />
      )}
    </article>
  );
}

interface FailedNoteProps {
  item: MediaDetailDto;
  isBusy: boolean;
  onTryAgain: () => void;
}

function FailedNote({ item, isBusy, onTryAgain }: FailedNoteProps) {
  return (
    <p className="mt-2 rounded-2xl bg-honey-soft p-4 text-step--1">
      {missingPreviewText(item)} The original is safe.
      <Button variant="secondary" size="small" className="mt-3" isBusy={isBusy} onClick={onTryAgain}>
        Try again
      </Button>
    </p>
  );
}

interface CardActionsProps {
  item: MediaDetailDto;
  onOpenDialog: (dialog: CardDialog) => void;
}

function CardActions({ item, onOpenDialog }: CardActionsProps) {
  const { user } = useAuth();
  const { BasketButton } = useItemExtras();
  const canChange = useCanChange(item);
  const sharePicture = useSharePicture();
  const wide = buttonClasses({ variant: "secondary", size: "small" }, "col-span-2");
  return (
    <div className="mt-6 grid grid-cols-2 gap-2.5">
      <Link href={viewerPath(item.id)} className={wide}>
        <Maximize2 aria-hidden="true" />
        Full screen
      </Link>
      <BasketButton item={item} look="wide" className="col-span-2" />
      <Button variant="secondary" size="small" onClick={() => void sharePicture(item.id)}>
        <Share2 aria-hidden="true" />
        Share
      </Button>
      <Link href={feedPath(item.id)} className={buttonClasses({ variant: "secondary", size: "small" })}>
        <Rows3 aria-hidden="true" />
        Show in feed
      </Link>
      {item.isEdited && (
        <a href={downloadEditedUrl(item.id)} download className={wide}>
          <ImageDown aria-hidden="true" />
          Download as shown
        </a>
      )}
      <a href={downloadUrl(item.id)} download className={wide}>
        <Download aria-hidden="true" />
        {user?.isChild ? "Download" : "Download original"}
      </a>
      {!user?.isChild && (
        <a href={downloadWithoutPlaceUrl(item.id)} download className={wide}>
          <MapPinOff aria-hidden="true" />
          Download without place
        </a>
      )}
      {canChange && (
        <>
          <Button variant="secondary" size="small" onClick={() => onOpenDialog("edit")}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
          <Button variant="secondary" size="small" onClick={() => onOpenDialog("delete")}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </>
      )}
    </div>
  );
}
