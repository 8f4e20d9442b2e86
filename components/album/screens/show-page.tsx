"use client";

import { Pause } from "lucide-react";
import { Slide } from "@/components/album/media/slideshow/slide";
import { useWakeLock } from "@/components/album/media/slideshow/use-wake-lock";
import { ShowCode } from "@/components/album/screens/show-code";
import { useRemoteKeys } from "@/components/album/screens/use-remote-keys";
import { useShow } from "@/components/album/screens/use-show";
import { usePreferences } from "@/components/ui/preferences";
import type { ShowPlayer, ShowView } from "@/lib/album/screens/client/show-player";
import type { ShowItemDto } from "@/lib/album/screens/schema";
import { formatDay } from "@/lib/shared/day-text";
import { monthTitle } from "@/lib/shared/months";

/** The page for a TV, tablet or frame: a code until someone pairs it, then one photo after the other, for days. */
export function ShowPage() {
  const { view, player } = useShow();
  useWakeLock(true);
  useRemoteKeys(player);
  return (
    <main className="fixed inset-0 cursor-none overflow-hidden bg-black text-white select-none">
      {view.stage === "code" && <ShowCode code={view.code} />}
      {view.stage === "closed" && (
        <ShowMessage title="The album is closed for now">
          Nothing in it is lost. The photos come back here when it's open again.
        </ShowMessage>
      )}
      {view.stage === "show" && <Show view={view} player={player} />}
    </main>
  );
}

interface ShowProps {
  view: Extract<ShowView, { stage: "show" }>;
  player: ShowPlayer | null;
}

function Show({ view: { slides, isPaused }, player }: ShowProps) {
  const shown = slides.at(-1);
  if (!shown) {
    return (
      <ShowMessage title="There's nothing to show yet">
        Choose something else on your phone, or add some photos.
      </ShowMessage>
    );
  }
  return (
    <>
      <h1 className="sr-only">Photos of your family</h1>
      {slides.map(({ key, item, src }) => (
        <Slide
          key={key}
          item={item}
          src={src ?? undefined}
          isCurrent={key === shown.key}
          isPaused={isPaused}
          isMuted
          onOver={() => player?.clipOver(key)}
        />
      ))}
      <ShowCaption item={shown.item} />
      {isPaused && (
        <div className="absolute top-[3vmin] right-[3vmin] rounded-full bg-black/60 p-[2vmin]">
          <Pause role="img" aria-label="Paused" className="size-[max(24px,4vmin)]" />
        </div>
      )}
    </>
  );
}

/** Large enough to be read from a sofa. */
function ShowCaption({ item }: { item: ShowItemDto }) {
  const { locale } = usePreferences();
  const day = item.takenAt ? formatDay(new Date(`${item.takenAt}Z`), "UTC", locale) : monthTitle(item);
  const description = item.description.trim();
  return (
    <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/70 to-transparent px-[4vmin] pt-[10vmin] pb-[3.5vmin]">
      {description && (
        <p className="line-clamp-2 max-w-[70ch] font-display text-[max(20px,4.4vmin)] leading-tight wrap-anywhere">
          {description}
        </p>
      )}
      <p className="mt-[0.8vmin] text-[max(16px,2.8vmin)] text-white/85">{day}</p>
    </div>
  );
}

function ShowMessage({ title, children }: { title: string; children: string }) {
  return (
    <div className="grid h-full place-content-center gap-[2vmin] px-[8vmin] text-center">
      <h1 className="font-display text-[max(28px,6vmin)] text-balance">{title}</h1>
      <p className="text-[max(18px,3.2vmin)] text-white/80">{children}</p>
    </div>
  );
}
