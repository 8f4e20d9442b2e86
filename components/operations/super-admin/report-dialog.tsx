"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { reportStates } from "@/components/operations/super-admin/report-states";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { RadioCard } from "@/components/ui/radio-card";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { deskKey, resolveReport } from "@/lib/operations/reports-desk/client/queries";
import type { DeskReportDto, ReportState } from "@/lib/operations/reports-desk/schema";
import { changedFields } from "@/lib/shared/changed-fields";

const states = Object.entries(reportStates) as [ReportState, { label: string }][];

/** A report's content and state, and a note for the person who takes it on. */
export function ReportDialog({ report, onClose }: { report: DeskReportDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(report.state);
  const [note, setNote] = useState(report.note);
  const [answer, setAnswer] = useState("");
  const { kind, title, message, reporter } = report;

  const { run, isBusy, error } = useAction(
    async () => {
      const change = {
        ...changedFields<Pick<DeskReportDto, "state" | "note">>(report, { state, note: note.trim() }),
        ...(answer.trim() ? { answer } : {}),
      };
      if (Object.keys(change).length === 0) return onClose();
      const saved = await resolveReport(report.id, change);
      await queryClient.invalidateQueries({ queryKey: [deskKey] });
      toast({
        title: answer.trim()
          ? "Your answer is on its way"
          : `The report is ${reportStates[saved.state].label.toLowerCase()}`,
      });
      onClose();
    },
    { fallback: "It could not be saved. Please try again." },
  );

  return (
    <FormDialog
      title={kind === "issue" ? title : "A reported photo or video"}
      description={
        kind === "issue"
          ? reporter && `From ${reporter.username}${reporter.email ? ` (${reporter.email})` : ""}.`
          : "Why it was reported. The family's own admins decide what happens to it."
      }
      submitLabel={answer.trim() ? "Send answer and save" : "Save"}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <p className="max-h-60 overflow-y-auto rounded-2xl bg-sunk p-4 whitespace-pre-wrap wrap-anywhere">
        {message}
      </p>
      {report.answer && (
        <div>
          <p className="mb-1.5 font-semibold">Your last answer</p>
          <p className="max-h-40 overflow-y-auto rounded-2xl bg-sunk p-4 whitespace-pre-wrap wrap-anywhere">
            {report.answer}
          </p>
        </div>
      )}
      {reporter && (
        <FormField
          label={`Answer to ${reporter.username} (optional)`}
          hint={
            reporter.email
              ? "We'll email it, and show it in their notifications."
              : "We'll show it in their notifications."
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={2000}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
            />
          )}
        </FormField>
      )}
      <StateField state={state} onChoose={setState} />
      <FormField label="Note (optional)" hint="For super admins only.">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

function StateField({ state, onChoose }: { state: ReportState; onChoose: (state: ReportState) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Status</legend>
      <div className="grid gap-2.5 md:grid-cols-3">
        {states.map(([one, { label }]) => (
          <RadioCard
            key={one}
            name="state"
            value={one}
            isChecked={state === one}
            onChoose={() => onChoose(one)}
          >
            {label}
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
