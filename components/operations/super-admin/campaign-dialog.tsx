"use client";

import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { TextField } from "@/components/ui/text-field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { saveCampaign } from "@/lib/notify/campaigns/client/queries";
import type { CampaignDto } from "@/lib/notify/campaigns/schema";

/** A starting point for someone facing an empty page. */
const starters = {
  new: {
    label: "Something new",
    subject: "New in {{appName}}",
    heading: "Something new for your album",
    body: "Hello {{name}},\n\nFrom now on you can …\n\nHave a look, and tell us what you think.",
  },
  upkeep: {
    label: "Planned maintenance",
    subject: "{{appName}} will be unavailable for a little while",
    heading: "Planned maintenance",
    body: "Hello {{name}},\n\nOn … from … to … the album will be closed for maintenance. Nothing is lost.\n\nThank you for your patience.",
  },
} as const;

export interface CampaignDialogProps {
  /** null for a new one. */
  campaign: CampaignDto | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Creates or edits a draft. */
export function CampaignDialog({ campaign, onSaved, onClose }: CampaignDialogProps) {
  const [subject, setSubject] = useState(campaign?.subject ?? "");
  const [heading, setHeading] = useState(campaign?.heading ?? "");
  const [body, setBody] = useState(campaign?.paragraphs.join("\n\n") ?? "");
  const [button, setButton] = useState(campaign?.button ?? "");
  const [buttonUrl, setButtonUrl] = useState(campaign?.buttonUrl ?? "");
  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      await saveCampaign(campaign?.id ?? null, {
        subject,
        heading,
        paragraphs: body
          .split(/\n\s*\n/)
          .map((paragraph) => paragraph.trim())
          .filter(Boolean),
        button: button.trim() || null,
        buttonUrl: buttonUrl.trim() || null,
      });
      toast({ title: "Draft saved" });
      onSaved();
      onClose();
    },
    {
      fallback: "The draft could not be saved. Please try again.",
      fields: ["subject", "heading", "paragraphs", "button", "buttonUrl"],
    },
  );

  return (
    <FormDialog
      title={campaign ? "Edit draft" : "New campaign"}
      description="It's saved as a draft first. {{name}}, {{username}} and {{appName}} are filled in for each person."
      submitLabel="Save draft"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {!campaign && (
        <Starters
          onChoose={(starter) => {
            setSubject(starter.subject);
            setHeading(starter.heading);
            setBody(starter.body);
          }}
        />
      )}
      <TextField
        label="Subject"
        error={errorOf("subject")}
        value={subject}
        maxLength={200}
        onValueChange={setSubject}
      />
      <TextField
        label="Heading"
        error={errorOf("heading")}
        value={heading}
        maxLength={200}
        onValueChange={setHeading}
      />
      <FormField label="Text" hint="An empty line starts a new paragraph." error={errorOf("paragraphs")}>
        {(control) => (
          <Textarea {...control} rows={7} value={body} onChange={(event) => setBody(event.target.value)} />
        )}
      </FormField>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Button (optional)"
          error={errorOf("button")}
          value={button}
          maxLength={80}
          onValueChange={setButton}
        />
        <TextField
          type="url"
          label="Link"
          error={errorOf("buttonUrl")}
          value={buttonUrl}
          maxLength={1000}
          autoCapitalize="none"
          spellCheck={false}
          onValueChange={setButtonUrl}
        />
      </div>
    </FormDialog>
  );
}

type Starter = (typeof starters)[keyof typeof starters];

function Starters({ onChoose }: { onChoose: (starter: Starter) => void }) {
  return (
    <div>
      <p className="mb-1.5 font-semibold">Start from</p>
      <div className="flex flex-wrap gap-2.5">
        {Object.values(starters).map((starter) => (
          <button
            key={starter.label}
            type="button"
            className="min-h-11 rounded-full border border-line-strong px-4 font-semibold hover:bg-sunk"
            onClick={() => onChoose(starter)}
          >
            {starter.label}
          </button>
        ))}
      </div>
    </div>
  );
}
