"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { DiagnosticsList } from "@/components/operations/diagnostics/diagnostics-list";
import { StateBadge } from "@/components/operations/diagnostics/facts";
import { median, type Reach, reach } from "@/components/operations/diagnostics/reach";
import { Button } from "@/components/ui/button";
import { mediumUrl, streamUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";
import { megabytes } from "@/lib/shared/megabytes";

type Item = MediaDiagnosisDto;

interface Result {
  item: Item;
  kind: string;
  reach: Reach | null;
}

const filesOf = (item: Item) =>
  item.mediaType === "video"
    ? [
        { kind: "Poster", url: thumbnailUrl(item), isClip: false },
        { kind: "Video", url: streamUrl(item.id), isClip: true },
      ]
    : [
        { kind: "Thumbnail", url: thumbnailUrl(item), isClip: false },
        { kind: "Medium", url: mediumUrl(item), isClip: false },
      ];

/** Fetches every file of a page of items: does it arrive, how fast, and does its ETag save the second transfer? */
export function ReachTest({ mediaType }: { mediaType: "image" | "video" }) {
  return <DiagnosticsList mediaType={mediaType}>{(items) => <Tested items={items} />}</DiagnosticsList>;
}

function Tested({ items }: { items: readonly Item[] }) {
  const [results, setResults] = useState<Result[]>([]);
  const { run, isBusy } = useAction(async () => {
    setResults([]);
    for (const item of items) {
      for (const { kind, url, isClip } of filesOf(item)) {
        const found = await reach(url, { isClip }).catch(() => null);
        setResults((before) => [...before, { item, kind, reach: found }]);
      }
    }
  });

  const times = results.flatMap((result) => (result.reach ? [result.reach.ms] : []));
  const wrong = results.filter(isWrong).length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Button isBusy={isBusy} onClick={() => void run()}>
          <Play aria-hidden="true" />
          {results.length > 0 ? "Test again" : "Test these files"}
        </Button>
        <p role="status" className="text-ink-soft tabular-nums">
          {results.length === 0
            ? `${items.length} items on this page`
            : `${results.length} files, ${wrong === 0 ? "all fine" : `${wrong} with a problem`}, median ${median(times)} ms, slowest ${Math.max(0, ...times)} ms`}
        </p>
      </div>
      {results.length > 0 && (
        <ul className="card divide-y divide-line p-0">
          {results.map((result) => (
            <ResultRow key={`${result.item.id} ${result.kind}`} result={result} />
          ))}
        </ul>
      )}
    </>
  );
}

const isWrong = ({ reach: found }: Result) =>
  !found || ![200, 206].includes(found.status) || !found.isRevalidated || found.hasRanges === false;

function ResultRow({ result }: { result: Result }) {
  const { item, kind, reach: found } = result;
  const notes = found
    ? [
        `${found.ms} ms`,
        megabytes(found.bytes),
        found.etag ? `ETag ${found.etag.slice(0, 14)}…` : "no ETag",
        found.isRevalidated ? "not sent again (304)" : "sent again",
        found.hasRanges === null ? "" : found.hasRanges ? "seeking works (206)" : "no ranges",
      ]
    : ["the server could not be reached"];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <StateBadge state={isWrong(result) ? "wrong" : "fine"}>{found?.status ?? "offline"}</StateBadge>
      <span className="min-w-0 font-semibold wrap-anywhere">
        {item.fileName} <span className="font-normal text-ink-soft">({kind})</span>
      </span>
      <span className="text-step--1 text-ink-soft tabular-nums">{notes.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
