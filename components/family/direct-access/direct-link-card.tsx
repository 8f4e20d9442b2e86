"use client";

import { useEffect, useRef } from "react";
import { useSecondsLeft } from "@/components/family/direct-access/use-seconds-left";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ShareableLink } from "@/components/ui/shareable-link";
import type { DirectAccessPerson } from "@/lib/family/direct-access/schema";

export interface DirectLinkCardProps {
  person: DirectAccessPerson;
  url: string;
  /** By this browser's clock, in milliseconds since 1970. */
  until: number;
  appName: string;
  familyName: string;
  isBusy: boolean;
  onRenew: () => void;
  onDone: () => void;
}

function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A newly created link; it is shown only once. */
export function DirectLinkCard(props: DirectLinkCardProps) {
  const { person, url, until } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const secondsLeft = useSecondsLeft(until);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is another thing to hear about
  useEffect(() => heading.current?.focus(), [url]);
  return (
    <Card aria-labelledby="direct-link" className="mb-5 scroll-mt-24">
      <h2 id="direct-link" ref={heading} tabIndex={-1} className="outline-none">
        {secondsLeft > 0 ? `The link for ${person.displayName} is ready` : "The link has expired"}
      </h2>
      {secondsLeft > 0 ? (
        <>
          <p className="mt-1.5 mb-5 text-ink-soft">
            Anyone who opens it is signed in as {person.displayName}, so don't give it to anyone else. It
            works once, for another{" "}
            <strong role="timer" aria-label="Time left" className="text-ink tabular-nums">
              {formatClock(secondsLeft)}
            </strong>{" "}
            minutes.
          </p>
          <ShareableLink
            url={url}
            qrLabel={`QR code that signs in as ${person.displayName}`}
            shareTitle={props.familyName}
            shareText={`Your link to ${props.familyName} on ${props.appName}:`}
          />
        </>
      ) : (
        <p className="mt-1.5 mb-5 text-ink-soft">It no longer works.</p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        {secondsLeft === 0 && (
          <Button isBusy={props.isBusy} onClick={props.onRenew}>
            Create a new link
          </Button>
        )}
        <Button variant="ghost" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </Card>
  );
}
