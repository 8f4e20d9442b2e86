"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { TemplateEditor } from "@/components/operations/super-admin/template-editor";
import { templateName } from "@/components/operations/super-admin/template-names";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mailTemplatesOptions } from "@/lib/core/mail-templates/client/queries";

/** Every mail Keepsake sends: selected, previewed and reworded. */
export function TemplatesScreen() {
  const { data: templates, isPending, isFetching, refetch } = useQuery(mailTemplatesOptions());
  const [chosen, setChosen] = useState("invitation");
  if (isPending) return <Skeleton className="h-96" />;
  const template = templates?.find(({ name }) => name === chosen) ?? templates?.[0];
  if (!templates || !template) return <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
      <FormField label="Email" className="max-w-xl">
        {(control) => (
          <Select {...control} value={template.name} onChange={(event) => setChosen(event.target.value)}>
            {templates.map(({ name, isEdited }) => (
              <option key={name} value={name}>
                {templateName(name)}
                {isEdited ? " (changed)" : ""}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <TemplateEditor key={`${template.name} ${template.updatedAt}`} template={template} />
    </div>
  );
}
