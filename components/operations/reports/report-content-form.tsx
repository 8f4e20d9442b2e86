"use client";

import { useQueryClient } from "@tanstack/react-query";
import { EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { ReportDone } from "@/components/operations/reports/report-done";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { RadioCard } from "@/components/ui/radio-card";
import { Textarea } from "@/components/ui/textarea";
import { dropMedia, refreshCounts } from "@/lib/album/media/client/media-cache";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { reportContent } from "@/lib/operations/reports/client/queries";
import { randomKey } from "@/lib/shared/random-key";

const reasons = [
  "I'm in it and don't want it here",
  "It shouldn't be shared, especially if it shows a child",
  "It shows an address or something else private",
  "It upsets or hurts someone",
  "Something else",
] as const;
const somethingElse = reasons[4];
const maxDetails = 900;

/** Reports a problem with a picture; it is hidden from then on. */
export function ReportContentForm({ item }: { item: MediaItemDto }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [details, setDetails] = useState("");
  const [isSent, setSent] = useState(false);
  const key = useRef(randomKey());
  const thing = item.mediaType === "video" ? "video" : "photo";

  const more = details.trim();

  const { run, isBusy, error, errorOf, setError } = useAction(
    async () => {
      await reportContent({ mediaId: item.id, reason: more ? `${reason}: ${more}` : reason }, key.current);
      dropMedia(queryClient, item.id);
      void refreshCounts(queryClient);
      setSent(true);
    },
    {
      fallback: "It could not be sent. Nothing is hidden yet; please try again.",
      fields: ["choice", "details"],
      onFailure: () => {
        key.current = randomKey();
      },
    },
  );

  function send() {
    if (!reason) setError("Please choose what is wrong with it", "choice");
    else if (reason === somethingElse && !more) setError("Please tell us in your own words", "details");
    else void run();
  }

  if (isSent) {
    return (
      <ReportDone title="Thank you. It's hidden now">
        <p>
          No one in the family sees the {thing} any more. Your family's admins will look at it, and we'll tell
          you what they decide. The person who added it won't know who reported it.
        </p>
      </ReportDone>
    );
  }
  return (
    <Card className="mx-auto max-w-2xl">
      <form
        noValidate
        aria-label={`Report this ${thing}`}
        className="grid gap-6 md:grid-cols-[220px_minmax(0,1fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <ReportedPicture item={item} />
        <div className="grid content-start gap-5">
          <FormAlert message={error} />
          <ReasonChoice reason={reason} error={errorOf("choice")} onChoose={setReason} />
          <FormField
            label={reason === somethingElse ? "Tell us more" : "Tell us more (optional)"}
            hint="Your family's admins read this. The person who runs this server sees the reason too, never the photo."
            error={errorOf("details")}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={maxDetails}
                value={details}
                onChange={(event) => setDetails(event.target.value)}
              />
            )}
          </FormField>
          <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
            <EyeOff aria-hidden="true" />
            Report and hide it
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ReportedPicture({ item }: { item: MediaItemDto }) {
  return (
    <figure>
      <img
        src={thumbnailUrl(item)}
        alt={mediaAlt(item)}
        className="aspect-square w-full rounded-2xl bg-sunk object-cover max-md:max-h-56"
      />
      <figcaption className="mt-2 text-step--1 text-ink-soft">
        {item.uploadedBy ? `Added by ${item.uploadedBy.name}` : "Added by someone who left"}
      </figcaption>
    </figure>
  );
}

interface ReasonChoiceProps {
  reason: string;
  error: string | undefined;
  onChoose: (reason: string) => void;
}

function ReasonChoice({ reason, error, onChoose }: ReasonChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">What is wrong with it?</legend>
      {reasons.map((one) => (
        <RadioCard
          key={one}
          name="reason"
          value={one}
          isChecked={reason === one}
          onChoose={() => onChoose(one)}
        >
          {one}
        </RadioCard>
      ))}
      {error && (
        <p role="alert" className="text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
