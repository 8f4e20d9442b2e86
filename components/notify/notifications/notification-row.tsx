import Link from "next/link";
import { NotificationIcon } from "@/components/notify/notifications/notification-icon";
import { cn } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { NotificationDto } from "@/lib/notify/notifications/schema";

export interface NotificationRowProps {
  notification: NotificationDto;
  /** Whether it was unread when the page was opened. */
  isNew: boolean;
  onOpen: () => void;
}

/** One notification. An admin's message is read here; everything else links to its subject. */
export function NotificationRow({ notification, isNew, onOpen }: NotificationRowProps) {
  const { kind, title, message, url, mediaId, createdAt } = notification;
  const isHere = kind === "adminMessage";
  const content = (
    <>
      <NotificationIcon kind={kind} />
      <span className="min-w-0 flex-1">
        <span className={cn("block wrap-anywhere", isNew ? "font-bold" : "font-semibold")}>
          {title}
          {isNew && (
            <span className="ml-2 inline-block size-2.5 rounded-full bg-accent-strong align-middle">
              <span className="sr-only">New</span>
            </span>
          )}
        </span>
        <span className={cn("block wrap-anywhere", isHere ? "whitespace-pre-line" : "line-clamp-3")}>
          {message}
        </span>
        <span className="mt-0.5 block text-step--1 text-ink-soft">
          <RelativeTime iso={createdAt} />
        </span>
      </span>
      {mediaId && (
        <img
          src={thumbnailUrl({ id: mediaId, mediaType: "image" })}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-16 flex-none rounded-xl bg-sunk object-cover"
        />
      )}
    </>
  );
  const look = "flex w-full items-start gap-3.5 rounded-2xl px-2.5 py-3.5 text-left md:px-3.5";
  return (
    <li className={cn("rounded-2xl", isNew && "bg-accent-soft/45")}>
      {isHere ? (
        <div className={look}>{content}</div>
      ) : (
        <Link href={url} prefetch={false} onClick={onOpen} className={cn(look, "hover:bg-sunk")}>
          {content}
        </Link>
      )}
    </li>
  );
}
