import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { ScrollTarget } from "@/components/album/media/scroll-target";
import { type Feed, type FeedSource, useFeed } from "@/components/album/media/use-feed";
import { timelineOptions } from "@/lib/album/media/client/run-queries";
import type { TimelineMonthDto, TimelineQuery } from "@/lib/album/media/schema";

/** A shorter list needs no navigation by month. */
const minTimedItems = 100;

/** A month of a feed, with the number of items before it. */
export interface TimelinePlace extends TimelineMonthDto {
  startIndex: number;
}

export interface TimedFeed extends Feed {
  /** Empty if the list is short or within one month. */
  months: readonly TimelinePlace[];
  /** The target of the last jump. */
  target: ScrollTarget | null;
  jump: (month: TimelinePlace) => void;
  /** The loaded part starts later than the feed does. */
  isRun: boolean;
  /** Called as a reader nears the start; a list without a timeline has no other way back to the top of its page. */
  loadNewerInTime: (() => void) | undefined;
}

/** The timeline of lists that span many months; null for the others. */
function timelineOf(source: FeedSource): TimelineQuery | null {
  switch (source.kind) {
    case "all":
    case "everything":
    case "favorites":
      return { feed: source.kind };
    case "tagged":
      return { feed: "tagged", ...(source.memberId ? { memberId: source.memberId } : {}) };
    case "faces":
      return { feed: "faces", groupId: source.groupId };
    default:
      return null;
  }
}

function withStarts(months: readonly TimelineMonthDto[]): TimelinePlace[] {
  let startIndex = 0;
  return months.map((month) => {
    const place = { ...month, startIndex };
    startIndex += month.itemCount;
    return place;
  });
}

/** An endless feed that can be entered at any of its months: a jump to an unloaded one starts a run there. */
export function useTimedFeed(source: FeedSource): TimedFeed {
  const [entered, setEntered] = useState<TimelinePlace | null>(null);
  const [isArriving, setIsArriving] = useState(false);
  const [target, setTarget] = useState<ScrollTarget | null>(null);
  const start = entered ? { newerCount: entered.startIndex, cursor: entered.cursor } : source.start;
  const feed = useFeed({ ...source, start: start ?? null });
  const { items, leading, newerCount } = feed;

  const timeline = timelineOf(source);
  const isLong = entered !== null || feed.total >= minTimedItems;
  const { data } = useQuery({
    ...timelineOptions(timeline ?? { feed: "everything" }),
    enabled: timeline !== null && isLong,
  });
  const months = useMemo(() => (isLong && data && data.length > 1 ? withStarts(data) : []), [isLong, data]);

  const jump = useCallback(
    (month: TimelinePlace) => {
      if (month.startIndex === 0) {
        setEntered(null);
        setIsArriving(false);
        window.scrollTo({ top: 0, behavior: "instant" });
        return;
      }
      const listed = items.keyAt(month.startIndex - newerCount);
      if (listed !== undefined) return setTarget({ key: listed, align: "start" });
      setEntered(month);
      setIsArriving(true);
    },
    [items, newerCount],
  );
  const arrived = isArriving ? items.keyAt(leading) : undefined;
  if (arrived !== undefined) {
    setIsArriving(false);
    setTarget({ key: arrived, align: "start" });
  }
  const isGrowing = entered !== null && newerCount > 0 && items.length > 0 && !feed.isNewerFailed;
  return {
    ...feed,
    months,
    target,
    jump,
    isRun: Boolean(start),
    loadNewerInTime: isGrowing ? feed.loadNewer : undefined,
  };
}
