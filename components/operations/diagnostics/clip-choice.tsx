"use client";

import { type ReactNode, useState } from "react";
import { DiagnosticsList } from "@/components/operations/diagnostics/diagnostics-list";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";

/** One of the family's clips, to examine closely. */
export function ClipChoice({ children }: { children: (clip: MediaDiagnosisDto) => ReactNode }) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <DiagnosticsList mediaType="video">
      {(clips) => {
        const clip = clips.find(({ id }) => id === chosenId) ?? clips[0];
        if (!clip) return null;
        return (
          <>
            <FormField label="Video" className="max-w-xl">
              {(control) => (
                <Select {...control} value={clip.id} onChange={(event) => setChosenId(event.target.value)}>
                  {clips.map(({ id, fileName, year, month }) => (
                    <option key={id} value={id}>
                      {fileName} ({month}/{year})
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
            {children(clip)}
          </>
        );
      }}
    </DiagnosticsList>
  );
}
