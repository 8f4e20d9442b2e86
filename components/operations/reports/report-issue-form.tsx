"use client";

import { Send } from "lucide-react";
import { useRef, useState } from "react";
import { useServerForm } from "@/components/forms/use-server-form";
import { ReportDone } from "@/components/operations/reports/report-done";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { reportIssue } from "@/lib/operations/reports/client/queries";
import { reportIssueSchema } from "@/lib/operations/reports/schema";
import { randomKey } from "@/lib/shared/random-key";
import { maxReportMessage, maxReportTitle } from "@/lib/shared/report-limits";

/** Reports a problem to the person who runs this album. */
export function ReportIssueForm() {
  const [isSent, setSent] = useState(false);
  // The same until it is sent, so that a retry after a lost answer doesn't report it twice.
  const key = useRef(randomKey());
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: reportIssueSchema,
    defaultValues: { title: "", message: "" },
    send: async (input) => {
      await reportIssue(input, key.current);
      setSent(true);
    },
    failed: "It could not be sent. What you wrote is still here; please try again.",
  });
  if (isSent) {
    return (
      <ReportDone title="Thank you for telling us">
        <p>
          The person who runs this server gets your report, and can answer you by email or in your
          notifications. They see your name and what you wrote, and none of your photos.
        </p>
      </ReportDone>
    );
  }
  return (
    <Card className="mx-auto max-w-xl">
      <form
        onSubmit={submit}
        // Changed text makes it a different report.
        onChange={() => {
          if (message) key.current = randomKey();
        }}
        noValidate
        className="grid gap-5"
        aria-label="Report an issue"
      >
        <FormAlert message={message} />
        <FormField label="What is it about?" error={errorOf("title")}>
          {(control) => (
            <Input
              {...control}
              {...form.register("title")}
              maxLength={maxReportTitle}
              placeholder="The year 2024 won't open"
              autoComplete="off"
            />
          )}
        </FormField>
        <FormField
          label="What happened?"
          hint="What you did, what you expected, and what you saw. Please leave out passwords."
          error={errorOf("message")}
        >
          {(control) => (
            <Textarea {...control} {...form.register("message")} rows={7} maxLength={maxReportMessage} />
          )}
        </FormField>
        <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
          <Send aria-hidden="true" />
          Send report
        </Button>
      </form>
    </Card>
  );
}
