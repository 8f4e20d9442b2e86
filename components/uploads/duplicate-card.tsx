import { useEffect, useRef } from "react";
import { LocalDate } from "@/components/media/local-date";
import { Button, buttonClasses } from "@/components/ui/button";
import { thumbnailUrl, viewerPath } from "@/lib/features/media/picture-urls";
import type { FoundDuplicate } from "@/lib/features/uploads/upload-state";

export interface DuplicateCardProps {
  found: FoundDuplicate;
  /** How many files wait for the answer. */
  rest: number;
  onDismiss: () => void;
}

/** Specification 4.4 and 8.4: stays until it is dismissed, and the dialog with it. */
export function DuplicateCard({ found, rest, onDismiss }: DuplicateCardProps) {
  const { item, existing } = found;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.focus();
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={card} role="alert" tabIndex={-1} className="rounded-3xl bg-honey-soft p-5 outline-none">
      <h3>Duplicate File Detected</h3>
      <div className="mt-3 flex items-start gap-4">
        {existing && (
          <img
            src={thumbnailUrl({ id: existing.existingId, mediaType: item.mediaType })}
            alt=""
            className="size-20 flex-none rounded-2xl bg-sunk object-cover md:size-24"
          />
        )}
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p>
            <strong>{item.file.name}</strong> already exists in your album. It was not uploaded again.
          </p>
          {existing && (
            <p className="mt-1 text-step--1 text-ink-soft">
              There it is called {existing.fileName}
              {existing.uploadDate && (
                <>
                  , uploaded on <LocalDate iso={existing.uploadDate} />
                </>
              )}
              .
            </p>
          )}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3 max-md:[&>*]:flex-1">
        {existing && (
          <a
            href={viewerPath(existing.existingId)}
            target="_blank"
            rel="noopener"
            className={buttonClasses({ variant: "secondary" })}
          >
            See it in the album
            <span className="sr-only">, opens in a new tab</span>
          </a>
        )}
        <Button onClick={onDismiss}>{rest > 0 ? "Dismiss and go on" : "Dismiss"}</Button>
      </div>
    </section>
  );
}
