import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SourceGuide } from "@/components/album/imports/source-guide";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { TextField } from "@/components/ui/text-field";
import { createImport, importFoldersOptions } from "@/lib/album/imports/client/queries";
import type { ImportDto } from "@/lib/album/imports/schema";

const immich = "immich";
const folderPrefix = "folder:";
const fields = ["server.address", "server.key"];

/** Asks where the photos are, and creates the import. */
export function NewImport({ onCreate }: { onCreate: (created: ImportDto) => void }) {
  const { data: folders = [] } = useQuery(importFoldersOptions());
  const [place, setPlace] = useState("");
  const [address, setAddress] = useState("");
  const [key, setKey] = useState("");
  const [isInPlace, setInPlace] = useState(false);
  const folder = place.startsWith(folderPrefix) ? place.slice(folderPrefix.length) : undefined;
  const isServer = place === immich;
  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      const chosen = isServer
        ? { server: { address, key } }
        : folder === undefined
          ? {}
          : { folder, isInPlace };
      onCreate(await createImport(chosen));
    },
    { fields: isServer ? fields : [] },
  );
  return (
    <Card aria-labelledby="new-import">
      <CardHeader id="new-import" title="Start an import" />
      <SourceGuide />
      <div className="mb-4 grid gap-4">
        <div>
          <Label htmlFor="import-place">Where they are</Label>
          <Select id="import-place" value={place} onChange={(event) => setPlace(event.target.value)}>
            <option value="">On this device</option>
            {folders.map(({ name }) => (
              <option key={name} value={folderPrefix + name}>
                On the server: {name}
              </option>
            ))}
            <option value={immich}>An Immich server</option>
          </Select>
        </div>
        {folder !== undefined && (
          <SettingSwitch
            label="Leave the files where they are"
            hint="The album shows them from this folder, looks for new ones every ten minutes, and never changes anything in it. They aren't in the album's backups."
            checked={isInPlace}
            onChange={setInPlace}
          />
        )}
        {isServer && (
          <>
            <TextField
              label="Address"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://photos.example.org"
              value={address}
              onValueChange={setAddress}
              error={errorOf("server.address")}
            />
            <TextField
              label="API key"
              type="password"
              value={key}
              onValueChange={setKey}
              error={errorOf("server.key")}
              hint="It is encrypted, and removed as soon as the import is done."
            />
          </>
        )}
      </div>
      <FormAlert message={error} />
      <Button onClick={() => void run()} isBusy={isBusy} className="mt-1">
        {isServer ? "Use this server" : folder === undefined ? "Add archives" : "Use this folder"}
      </Button>
    </Card>
  );
}
