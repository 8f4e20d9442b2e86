import { useEffect, useRef } from "react";
import { describeFailures, describeResult } from "@/components/album/uploads/announce-outcome";
import { Button } from "@/components/ui/button";
import { LocalDate } from "@/components/ui/local-date";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { DuplicateReport, FoundDuplicate } from "@/lib/album/uploads/upload-state";

export interface DuplicateCardProps {
  report: DuplicateReport;
  onDismiss: () => void;
}

function DuplicateRow({ item, existing, isNamed }: FoundDuplicate & { isNamed: boolean }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {existing && (
        <img
          src={thumbnailUrl({ id: existing.existingId, mediaType: item.mediaType })}
          alt=""
          loading="lazy"
          className="size-16 flex-none rounded-2xl bg-sunk object-cover"
        />
      )}
      <div className="min-w-[160px] flex-1 wrap-anywhere">
        {isNamed && <p className="font-semibold">{item.file.name}</p>}
        {existing && (
          <p className="text-step--1 text-ink-soft">
            There it's called {existing.fileName}
            {existing.uploadDate && (
              <>
                , uploaded on <LocalDate iso={existing.uploadDate} />
              </>
            )}
            .
          </p>
        )}
        {existing && (
          <a
            href={viewerPath(existing.existingId)}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-11 items-center"
          >
            See it in the album
            <span className="sr-only">: {item.file.name}, opens in a new tab</span>
          </a>
        )}
      </div>
    </li>
  );
}

/**
 * Specification 4.4 and 8.4: it stays until dismissed, along with the dialog. It appears once everything else is
 * uploaded, and reports the whole run instead of the summary toast.
 */
export function DuplicateCard({ report, onDismiss }: DuplicateCardProps) {
  const { duplicates, uploaded, total, failed } = report;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.focus();
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby="duplicate-files"
      tabIndex={-1}
      className="rounded-3xl bg-honey-soft p-5 outline-none"
    >
      <div role="alert" className="space-y-2 wrap-anywhere">
        <h3 id="duplicate-files">Duplicate File Detected</h3>
        {duplicates.length === 1 ? (
          <p>
            <strong>{duplicates[0]?.item.file.name}</strong> already exists in your album. It was not uploaded
            again.
          </p>
        ) : (
          <p>
            <strong>{duplicates.length} files</strong> already exist in your album. They were not uploaded
            again.
          </p>
        )}
        {total > 1 && (
          <p>
            {describeResult({ uploaded, total })}.{failed.length > 0 && ` ${describeFailures(failed)}`}
          </p>
        )}
      </div>
      <ul
        aria-label="Duplicate files"
        className="mt-3 max-h-[40dvh] space-y-3 overflow-y-auto"
        // Scrollable by keyboard too, if not everything fits.
        tabIndex={duplicates.length > 2 ? 0 : undefined}
      >
        {duplicates.map((found) => (
          <DuplicateRow key={found.item.id} {...found} isNamed={duplicates.length > 1} />
        ))}
      </ul>
      <div className="mt-4 flex justify-end max-md:[&>*]:flex-1">
        <Button onClick={onDismiss}>Dismiss</Button>
      </div>
    </section>
  );
}
