"use client";

import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { deleteCampaign, sendCampaign, testCampaign } from "@/lib/notify/campaigns/client/queries";
import type { CampaignDto } from "@/lib/notify/campaigns/schema";
import { counted } from "@/lib/shared/counted";

const states = {
  draft: { label: "Draft", tone: "quiet" },
  sending: { label: "Being sent", tone: "honey" },
  sent: { label: "Sent", tone: "leaf" },
} as const;

export interface CampaignRowProps {
  campaign: CampaignDto;
  /** How many people are currently subscribed to news. */
  audience: number;
  onEdit: () => void;
  onChanged: () => void;
}

/** One campaign: a draft with its actions, or the progress of its sending. */
export function CampaignRow({ campaign, audience, onEdit, onChanged }: CampaignRowProps) {
  const { id, subject, state, done, written, createdAt, startedAt } = campaign;
  const [asked, setAsked] = useState<"send" | "delete" | null>(null);
  const { label, tone } = states[state];

  const { run, isBusy } = useAction(
    async (change: () => Promise<string>) => {
      toast({ title: await change() });
    },
    {
      failureTitle: "That didn't work",
      onSettled: () => {
        setAsked(null);
        onChanged();
      },
    },
  );

  async function test() {
    const { recipient, isMailConfigured } = await testCampaign(id);
    return isMailConfigured ? `A test is on its way to ${recipient}` : "The test is waiting in the outbox";
  }

  return (
    <li className="px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-semibold wrap-anywhere">{subject}</span>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-step--1 text-ink-soft">
            {startedAt ? "Sent" : "Written"} <RelativeTime iso={startedAt ?? createdAt} />
            {state === "sent" && ` to ${counted(written, "person", "people")}`}
            {state === "sent" && done > written && `; ${done - written} had unsubscribed`}
          </p>
        </div>
        {state === "draft" && (
          <span className="flex flex-wrap gap-2.5">
            <Button variant="secondary" onClick={onEdit} aria-label={`Edit ${subject}`}>
              Edit
            </Button>
            <Button variant="secondary" isBusy={isBusy} onClick={() => void run(test)}>
              Send me a test
            </Button>
            <Button onClick={() => setAsked("send")}>Send</Button>
            <Button variant="ghost" onClick={() => setAsked("delete")} aria-label={`Delete ${subject}`}>
              Delete
            </Button>
          </span>
        )}
      </div>
      {state === "sending" && (
        <div className="mt-3">
          <Progress
            percent={campaign.audience > 0 ? (done / campaign.audience) * 100 : 0}
            label={`${subject} is being sent`}
          />
          <p className="mt-1.5 text-step--1 text-ink-soft">
            {done} of {campaign.audience}
          </p>
        </div>
      )}
      {asked === "send" && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          variant="primary"
          title={`Send “${subject}”?`}
          description={`It goes to the ${counted(audience, "person who has", "people who have")} asked for news. You can't undo this.`}
          confirmLabel="Send it"
          isBusy={isBusy}
          onConfirm={() =>
            void run(async () => {
              await sendCampaign(id);
              return "It's being sent";
            })
          }
        />
      )}
      {asked === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Delete “${subject}”?`}
          description="This deletes the draft. It was never sent."
          confirmLabel="Delete it"
          isBusy={isBusy}
          onConfirm={() =>
            void run(async () => {
              await deleteCampaign(id);
              return "Draft deleted";
            })
          }
        />
      )}
    </li>
  );
}
