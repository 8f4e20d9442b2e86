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
import type { MailTemplateDto, TemplateText } from "@/lib/core/mail-templates/schema";
import { ApiError } from "@/lib/http/api-error";

/** How long to wait after typing before the preview is updated. */
const previewDelayMs = 400;

const fields = ["subject", "heading", "paragraphs", "button", "footnote"];

const paragraphsIn = (body: string) =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** The contents of the fields. */
interface TemplateDraft {
  subject: string;
  heading: string;
  body: string;
  button: string;
  footnote: string;
}

const typedOf = ({ subject, heading, paragraphs, button, footnote }: TemplateText): TemplateDraft => ({
  subject,
  heading,
  body: paragraphs.join("\n\n"),
  button: button ?? "",
  footnote: footnote ?? "",
});

const textOf = (typed: TemplateDraft, hasButton: boolean): TemplateText => ({
  subject: typed.subject.trim(),
  heading: typed.heading.trim(),
  paragraphs: paragraphsIn(typed.body),
  button: hasButton ? typed.button.trim() || null : null,
  footnote: typed.footnote.trim() || null,
});

/** The mail with this text, updated once typing pauses. */
function usePreview(name: MailTemplateDto["name"], text: TemplateText) {
  const [shown, setShown] = useState(text);
  const typed = JSON.stringify(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(JSON.parse(typed) as TemplateText), previewDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return useQuery({ ...previewOptions(name, shown), placeholderData: keepPreviousData });
}

/** Subject, text and button of one mail, with a preview beside them. */
export function TemplateEditor({ template }: { template: MailTemplateDto }) {
  const { name, variables, hasButton, isEdited } = template;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(() => typedOf(template.words));
  const text = textOf(typed, hasButton);
  const preview = usePreview(name, text);

  const refresh = () => queryClient.invalidateQueries({ queryKey: mailTemplatesOptions().queryKey });
  const actions = {
    save: async () => {
      await saveTemplate(name, text);
      await refresh();
      return "Saved. It applies from the next email.";
    },
    reset: async () => {
      await resetTemplate(name);
      await refresh();
      return "The email was reset to the original";
    },
    test: async () => {
      const { recipient, isMailConfigured } = await testTemplate(name, text);
      return isMailConfigured
        ? `A test is on its way to ${recipient}`
        : "No mail server is set up: the test is waiting in the outbox on System Health";
    },
  };
  const { run, busyWith, ...action } = useAction(
    async (name: keyof typeof actions) => {
      toast({ title: await actions[name]() });
    },
    { fallback: "That didn't work. Please try again.", fields },
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
      <Card aria-labelledby="template-text">
        <CardHeader
          id="template-text"
          title="Content"
          action={isEdited ? <Badge tone="honey">Edited</Badge> : undefined}
        />
        <form onSubmit={submit} noValidate className="grid gap-5">
          <FormAlert message={error ?? null} />
          <TemplateFields
            typed={typed}
            hasButton={hasButton}
            errorOf={errorOf}
            onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
          />
          <Variables names={variables} />
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

interface TemplateFieldsProps {
  typed: TemplateDraft;
  hasButton: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<TemplateDraft>) => void;
}

function TemplateFields({ typed, hasButton, errorOf, onChange }: TemplateFieldsProps) {
  return (
    <>
      <TextField
        label="Subject"
        error={errorOf("subject")}
        value={typed.subject}
        maxLength={200}
        onValueChange={(subject) => onChange({ subject })}
      />
      <TextField
        label="Heading"
        error={errorOf("heading")}
        value={typed.heading}
        maxLength={200}
        onValueChange={(heading) => onChange({ heading })}
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
            value={typed.body}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </FormField>
      {hasButton && (
        <TextField
          label="Button"
          error={errorOf("button")}
          value={typed.button}
          maxLength={80}
          onValueChange={(button) => onChange({ button })}
        />
      )}
      <TextField
        label="Small print (optional)"
        error={errorOf("footnote")}
        value={typed.footnote}
        maxLength={500}
        onValueChange={(footnote) => onChange({ footnote })}
      />
    </>
  );
}

function Variables({ names }: { names: readonly string[] }) {
  return (
    <div>
      <p className="text-step--1 font-semibold">Variables</p>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name} className="rounded-lg bg-sunk px-2.5 py-1 font-mono text-step--1">
            {`{{${name}}}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
