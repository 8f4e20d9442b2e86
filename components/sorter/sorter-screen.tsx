"use client";

import { useState } from "react";
import { ReviewScreen } from "@/components/sorter/review-screen";
import { SorterDropZone } from "@/components/sorter/sorter-drop-zone";
import { SorterSteps } from "@/components/sorter/sorter-steps";
import { type SorterOwner, useSorterSession } from "@/components/sorter/use-sorter-session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import type { PersonBirthday } from "@/lib/sorter/client/hashtag-suggestions";

export interface SorterScreenProps {
  owner: SorterOwner;
  birthdays: readonly PersonBirthday[];
}

/** /ai-photo-sorter: an empty page to drop files on, then their review. */
export function SorterScreen({ owner, birthdays }: SorterScreenProps) {
  const { session, state } = useSorterSession(owner);
  const [isClearing, setClearing] = useState(false);
  const isEmpty = state.items.size === 0 && state.opening.length === 0;
  return (
    <div className="pb-36 md:pb-24">
      <PageHeader title="AI photo sorter" lead="A pile of photos in, a tidy album out." />
      {state.isLoading ? (
        <Skeleton className="h-72 rounded-3xl" />
      ) : (
        <div className="grid gap-5">
          <SorterDropZone
            isSmall={!isEmpty}
            isDisabled={state.upload?.isRunning ?? false}
            onFiles={(files) => session.add(files)}
          />
          {isEmpty ? (
            <Card aria-label="How it works">
              <SorterSteps />
            </Card>
          ) : (
            <ReviewScreen session={session} state={state} birthdays={birthdays} />
          )}
        </div>
      )}
      {!isEmpty && !state.upload?.isRunning && (
        <div className="mt-8 flex justify-center">
          <Button variant="ghost" onClick={() => setClearing(true)}>
            Start over
          </Button>
        </div>
      )}
      <p className="mt-6 text-center text-step--1 text-ink-soft">
        Place names come from{" "}
        <a href="https://www.geonames.org/" rel="noreferrer" target="_blank" className="text-link">
          GeoNames
        </a>{" "}
        (CC BY 4.0), kept on this album's own server.
      </p>
      {isClearing && (
        <ConfirmDialog
          open
          onOpenChange={setClearing}
          title="Start over?"
          description="This clears the review. Your files stay where they are, and so does everything already in the album."
          confirmLabel="Start over"
          onConfirm={() => {
            setClearing(false);
            void session.clear();
          }}
        />
      )}
    </div>
  );
}
