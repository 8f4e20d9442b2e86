"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Mic } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { saveDraft } from "@/components/album/comments/save-draft";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { VoiceDraft } from "@/lib/album/comments/client/voice-recording";

const VoiceRecorder = fetchedPart(
  async () => (await import("@/components/album/comments/voice-recorder")).VoiceRecorder,
  { fallback: <div className="h-44" /> },
);

const draftKey = (mediaId: string) => ["voice note draft", mediaId] as const;
/** A link to an item that asks for a voice note ends with this. */
const askedHash = "#voice-note";

export interface VoiceNoteBoxProps {
  mediaId: string;
  onSend: (draft: VoiceDraft) => Promise<unknown>;
}

/** One big button that starts recording. */
export function VoiceNoteBox({ mediaId, onSend }: VoiceNoteBoxProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => queryClient.getQueryData<VoiceDraft>(draftKey(mediaId)) ?? null);
  const [isOpen, setIsOpen] = useState(draft !== null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (window.location.hash !== askedHash) return;
    button.current?.scrollIntoView?.({ block: "center" });
    button.current?.focus({ preventScroll: true });
  }, []);

  if (!isOpen) {
    return (
      <Button
        ref={button}
        variant="secondary"
        size="large"
        className="w-full"
        onClick={() => setIsOpen(true)}
      >
        <Mic aria-hidden="true" /> Leave a voice note
      </Button>
    );
  }
  return (
    <VoiceRecorder
      draft={draft}
      onDraft={(changed) => {
        setDraft(changed);
        saveDraft(queryClient, draftKey(mediaId), changed);
      }}
      onSend={onSend}
      onClose={() => {
        setIsOpen(false);
        requestAnimationFrame(() => button.current?.focus());
      }}
    />
  );
}
