"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ImportCard } from "@/components/album/imports/import-card";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FormAlert } from "@/components/ui/form-alert";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { Skeleton } from "@/components/ui/skeleton";
import {
  createImport,
  importFoldersOptions,
  importsKey,
  importsOptions,
} from "@/lib/album/imports/client/queries";
import type { ImportDto } from "@/lib/album/imports/schema";

export interface ImportsViewProps {
  familyId: string;
  /** Whether people in the photos can become people of the family. */
  canAddPeople: boolean;
}

/** Every import with what is to be done next, and a new one. */
export function ImportsView({ familyId, canAddPeople }: ImportsViewProps) {
  const queries = useQueryClient();
  const { data: imports, isPending, isFetching, refetch } = useQuery(importsOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!imports) {
    return (
      <EmptyState
        drawing="cloud"
        title="Your imports could not be loaded"
        action={
          <Button onClick={() => void refetch()} disabled={isFetching}>
            Try again
          </Button>
        }
      >
        Imports in progress were not stopped.
      </EmptyState>
    );
  }
  const change = (changed: ImportDto | null, id: string) =>
    queries.setQueryData<ImportDto[]>(importsKey, (all = []) => {
      const others = all.filter((one) => one.id !== id);
      return changed ? [changed, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt)) : others;
    });
  const isBeginning = imports.some(({ state, isOwn }) => state === "uploading" && isOwn);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {!isBeginning && <NewImport onCreate={(created) => change(created, created.id)} />}
      {imports.map((one) => (
        <ImportCard
          key={one.id}
          value={one}
          familyId={familyId}
          canAddPeople={canAddPeople}
          onChange={(changed) => change(changed, one.id)}
        />
      ))}
    </div>
  );
}

function NewImport({ onCreate }: { onCreate: (created: ImportDto) => void }) {
  const { data: folders = [] } = useQuery(importFoldersOptions());
  const [folder, setFolder] = useState("");
  const [isInPlace, setInPlace] = useState(false);
  const { run, isBusy, error } = useAction(async () =>
    onCreate(await createImport(folder ? { folder, isInPlace } : {})),
  );
  return (
    <Card aria-labelledby="new-import">
      <CardHeader id="new-import" title="Start an import" />
      <ol className="mb-4 grid list-decimal gap-1.5 pl-5 text-ink-soft">
        <li>
          Go to{" "}
          <a
            href="https://takeout.google.com"
            rel="noreferrer noopener"
            target="_blank"
            className="text-link"
          >
            takeout.google.com
          </a>
          , choose only <strong>Google Photos</strong>, and files of up to 50 GB as ZIP or TGZ.
        </li>
        <li>Download every part when Google tells you they're ready. Don't unpack them.</li>
        <li>Add all the parts here. You can close this page and continue later.</li>
      </ol>
      {folders.length > 0 && (
        <div className="mb-4">
          <Label htmlFor="import-folder">Where they are</Label>
          <Select id="import-folder" value={folder} onChange={(event) => setFolder(event.target.value)}>
            <option value="">On this device</option>
            {folders.map(({ name }) => (
              <option key={name} value={name}>
                On the server: {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {folder && (
        <SettingSwitch
          label="Leave the files where they are"
          hint="The album shows them from this folder, looks for new ones every ten minutes, and never changes anything in it. They aren't in the album's backups."
          checked={isInPlace}
          onChange={setInPlace}
        />
      )}
      <FormAlert message={error} />
      <Button onClick={() => void run()} isBusy={isBusy} className="mt-1">
        {folder ? "Use this folder" : "Add archives"}
      </Button>
    </Card>
  );
}
