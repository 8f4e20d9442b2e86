"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { PairScreenDialog } from "@/components/album/screens/pair-screen-dialog";
import { ScreenCard } from "@/components/album/screens/screen-card";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { screensQuery } from "@/lib/album/screens/client/queries";
import type { ShowChoices } from "@/lib/album/screens/show-choices";

export interface ScreensViewProps {
  /** From the QR code of the screen to pair; "" without one. */
  code: string;
  /** The address to open on a TV or frame, without the protocol. */
  address: string;
  choices: ShowChoices;
}

/** The person's TVs and frames, each with its remote. */
export function ScreensView({ code, address, choices }: ScreensViewProps) {
  const { data: screens = [], isError } = useQuery(screensQuery);
  const [isPairing, setIsPairing] = useState(code !== "");
  const isEmpty = screens.length === 0 && !isError;
  function endPairing() {
    setIsPairing(false);
    // The code is used up or no longer wanted: a reload must not offer it again.
    if (code !== "") window.history.replaceState(null, "", "/screens");
  }
  const addButton = (
    <Button onClick={() => setIsPairing(true)} aria-haspopup="dialog">
      <Plus aria-hidden="true" />
      Add a TV or frame
    </Button>
  );
  return (
    <>
      <PageHeader
        title="TVs and frames"
        lead="Your photos on a TV, a tablet or a digital frame, with your phone as the remote."
        action={isEmpty ? undefined : addButton}
      />
      {isEmpty && (
        <EmptyState drawing="album" title="No TVs or frames yet" action={addButton}>
          Open <strong className="wrap-anywhere">{address}</strong> in the browser of your TV, tablet or
          frame. It shows a code: scan it, or enter it here.
        </EmptyState>
      )}
      {isError && (
        <p role="alert" className="text-ink-soft">
          Your TVs and frames could not be loaded. We'll keep trying.
        </p>
      )}
      <ul className="grid gap-5 lg:grid-cols-2">
        {screens.map((screen) => (
          <li key={screen.id} className="min-w-0">
            <ScreenCard screen={screen} choices={choices} />
          </li>
        ))}
      </ul>
      {isPairing && <PairScreenDialog code={code} address={address} choices={choices} onClose={endPairing} />}
    </>
  );
}
