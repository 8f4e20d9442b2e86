"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { MailPreview } from "@/components/operations/super-admin/mail-preview";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Skeleton } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import {
  mailTemplatesOptions,
  previewOptions,
  resetTemplate,
  saveTemplate,
  testTemplate,
} from "@/lib/core/mail-templates/client/queries";
import type { MailTemplateDto, TemplateWords } from "@/lib/core/mail-templates/schema";
import { ApiError } from "@/lib/http/api-error";

/** What is typed waits so long before the preview is drawn anew. */
const previewDelayMs = 400;

const fields = ["subject", "heading", "paragraphs", "button", "footnote"];

const paragraphsIn = (body: string) =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** Subject, words and button of one mail, with how it will look beside them. */
export function TemplateEditor({ template }: { template: MailTemplateDto }) {
  const { name, variables, hasButton, isEdited } = template;
  const queryClient = useQueryClient();
  const [subject, setSubject] = useState(template.words.subject);
  const [heading, setHeading] = useState(template.words.heading);
  const [body, setBody] = useState(template.words.paragraphs.join("\n\n"));
  const [button, setButton] = useState(template.words.button ?? "");
  const [footnote, setFootnote] = useState(template.words.footnote ?? "");

  const words: TemplateWords = {
    subject: subject.trim(),
    heading: heading.trim(),
    paragraphs: paragraphsIn(body),
    button: hasButton ? button.trim() || null : null,
    footnote: footnote.trim() || null,
  };
  const [shown, setShown] = useState(words);
  const typed = JSON.stringify(words);
  useEffect(() => {
    const timer = setTimeout(() => setShown(JSON.parse(typed) as TemplateWords), previewDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const preview = useQuery({ ...previewOptions(name, shown), placeholderData: keepPreviousData });

  const refresh = () => queryClient.invalidateQueries({ queryKey: mailTemplatesOptions().queryKey });
  const actions = {
    save: async () => {
      await saveTemplate(name, words);
      await refresh();
      return "Saved. It applies from the next email.";
    },
    reset: async () => {
      await resetTemplate(name);
      await refresh();
      return "The email was reset to the original";
    },
    test: async () => {
      const { recipient, isMailConfigured } = await testTemplate(name, words);
      return isMailConfigured
        ? `A test is on its way to ${recipient}`
        : "No mail server is set up: the test is waiting in the outbox on System Health";
    },
  };
  const { run, busyWith, ...action } = useAction(
    async (name: keyof typeof actions) => {
      toast({ title: await actions[name]() });
    },
    { fallback: "That did not work. Please try again.", fields },
  );

  const refusal = preview.error instanceof ApiError ? preview.error : null;
  // "paragraphs.2" is about the paragraphs.
  const refusedField = refusal?.field?.split(".")[0];
  const errorOf = (field: string) =>
    action.errorOf(field) ?? (refusedField === field ? refusal?.userMessage : undefined);
  const error = action.error ?? (fields.includes(refusedField ?? "") ? null : refusal?.userMessage);

  function submit(event: FormEvent) {
    event.preventDefault();
    void run("save");
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start lg:gap-6">
      <Card aria-labelledby="template-words">
        <CardHeader
          id="template-words"
          title="Content"
          action={isEdited ? <Badge tone="honey">Edited</Badge> : undefined}
        />
        <form onSubmit={submit} noValidate className="grid gap-5">
          <FormAlert message={error ?? null} />
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
          <FormField
            label="Text"
            hint="An empty line starts a new paragraph. A paragraph whose variable is empty is left out."
            error={errorOf("paragraphs")}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={9}
                value={body}
                onChange={(event) => setBody(event.target.value)}
              />
            )}
          </FormField>
          {hasButton && (
            <TextField
              label="Button"
              error={errorOf("button")}
              value={button}
              maxLength={80}
              onValueChange={setButton}
            />
          )}
          <TextField
            label="Small print (optional)"
            error={errorOf("footnote")}
            value={footnote}
            maxLength={500}
            onValueChange={setFootnote}
          />
          <div>
            <p className="text-step--1 font-semibold">Variables</p>
            <ul className="mt-1.5 flex flex-wrap gap-2">
              {variables.map((variable) => (
                <li key={variable} className="rounded-lg bg-sunk px-2.5 py-1 font-mono text-step--1">
                  {`{{${variable}}}`}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={busyWith === "save"}>
              Save
            </Button>
            <Button variant="secondary" isBusy={busyWith === "test"} onClick={() => void run("test")}>
              Send me a test
            </Button>
            {isEdited && (
              <Button variant="ghost" isBusy={busyWith === "reset"} onClick={() => void run("reset")}>
                Reset to the original
              </Button>
            )}
          </div>
        </form>
      </Card>
      <Card aria-labelledby="template-preview">
        <CardHeader id="template-preview" title="Preview" />
        {preview.data ? <MailPreview mail={preview.data} /> : <Skeleton className="h-96" />}
      </Card>
    </div>
  );
}
