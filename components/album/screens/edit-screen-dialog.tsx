import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SourceFields } from "@/components/album/screens/source-fields";
import { useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { screensKey, updateScreen } from "@/lib/album/screens/client/queries";
import type { ScreenDto, ShowSource } from "@/lib/album/screens/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";

export interface EditScreenDialogProps {
  screen: ScreenDto;
  what: "rename" | "source";
  choices: ShowChoices;
  onClose: () => void;
}

/** Changes a TV's or frame's name and what it shows. */
export function EditScreenDialog({ screen, what, choices, onClose }: EditScreenDialogProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(screen.name);
  const [source, setSource] = useState<ShowSource>(screen.source);
  const isRename = what === "rename";
  const save = useAction(
    async () => {
      const saved = await updateScreen(screen.id, isRename ? { name: name.trim() } : { source });
      queryClient.setQueryData<ScreenDto[]>(screensKey, (before = []) =>
        before.map((one) => (one.id === saved.id ? saved : one)),
      );
      onClose();
    },
    { fields: ["name", "source"] },
  );
  return (
    <FormDialog
      title={isRename ? `Rename ${screen.name}` : `What ${screen.name} shows`}
      submitLabel={isRename ? "Save" : "Show this"}
      busyLabel="Saving…"
      isBusy={save.isBusy}
      onSubmit={() => void save.run()}
      onClose={onClose}
    >
      <FormAlert message={save.error} />
      {isRename ? (
        <TextField
          label="Name"
          error={save.errorOf("name")}
          maxLength={40}
          value={name}
          onValueChange={setName}
        />
      ) : (
        <SourceFields source={source} choices={choices} onChange={setSource} error={save.errorOf("source")} />
      )}
    </FormDialog>
  );
}
