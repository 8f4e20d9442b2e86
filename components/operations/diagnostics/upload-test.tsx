"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Facts } from "@/components/operations/diagnostics/facts";
import { type Step, uploadWithTimings } from "@/components/operations/diagnostics/upload-timings";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { deleteMedia } from "@/lib/album/media/client/mutations";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { getUploadLimits } from "@/lib/album/uploads/client/queries";
import { numberText } from "@/lib/shared/counted";
import { megabyteLabel, megabytes } from "@/lib/shared/megabytes";
import { specifiedFileLimits } from "@/lib/shared/upload-limits";

/** Uploads one of the person's clips and reports how long each step takes; it can be removed again afterwards. */
export function UploadTest() {
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [steps, setSteps] = useState<Step[]>([]);
  const [item, setItem] = useState<MediaItemDto | null>(null);
  const { run, isBusy, error, setError } = useAction(
    async (chosen: File) => {
      setSteps([]);
      const { maxVideoBytes } = await getUploadLimits(queryClient);
      const most = Math.min(maxVideoBytes, specifiedFileLimits.maxVideoBytes);
      if (chosen.size > most) {
        throw new Error(`Please choose a video of up to ${megabyteLabel(most)} for this test`);
      }
      setItem(await uploadWithTimings(chosen, (step) => setSteps((before) => [...before, step])));
    },
    {
      fallback: "The upload was interrupted. What has arrived is saved.",
      onSettled: () => void refreshMedia(queryClient),
    },
  );
  const removal = useAction(
    async ({ id }: MediaItemDto) => {
      await deleteMedia(id);
      setItem(null);
      setFile(null);
      if (field.current) field.current.value = "";
      toast({ title: "Test video deleted", description: "It stays in the trash for 30 days." });
      void refreshMedia(queryClient);
    },
    { failureTitle: "Deletion failed" },
  );

  const total = steps.reduce((sum, { ms }) => sum + ms, 0);
  const sending = steps.find(({ name }) => name === "Send");
  return (
    <Card className="grid max-w-2xl gap-5" aria-label="Upload test">
      <FormField
        label="One of your videos"
        hint="MP4, MOV or AVI, up to 100MB. It's added to this month in the album, and you can remove it below."
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="file"
            accept="video/mp4,video/quicktime,video/x-msvideo,.mp4,.mov,.avi"
            disabled={isBusy || item !== null}
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              setError(null);
            }}
          />
        )}
      </FormField>
      <Button
        isBusy={isBusy}
        disabled={item !== null}
        onClick={() => (file ? void run(file) : setError("Please choose a video first"))}
      >
        <Upload aria-hidden="true" />
        Upload and measure
      </Button>
      <div role="status" className="grid gap-3">
        {steps.length > 0 && (
          <Facts
            facts={[
              ...steps.map(
                ({ name, ms, note }) => [name, `${numberText(ms)} ms${note ? ` (${note})` : ""}`] as const,
              ),
              ["Together", `${(total / 1000).toFixed(1)} s`] as const,
              ...(sending && file
                ? [["Speed", `${megabytes((file.size / Math.max(1, sending.ms)) * 1000)} a second`] as const]
                : []),
            ]}
          />
        )}
        {item && (
          <p className="font-semibold">
            It's in the album: {item.derivatives}
            {item.mediaType === "video" && `, clip ${item.playable}`}.
          </p>
        )}
      </div>
      {item && (
        <Button variant="secondary" className="justify-self-start" onClick={() => void removal.run(item)}>
          <Trash2 aria-hidden="true" />
          Remove the test video
        </Button>
      )}
    </Card>
  );
}
