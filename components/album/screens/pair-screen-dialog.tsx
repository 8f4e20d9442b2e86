import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OrderSelect, SecondsSelect } from "@/components/album/screens/pace-selects";
import { SourceFields } from "@/components/album/screens/source-fields";
import { useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { pairScreen, screensKey } from "@/lib/album/screens/client/queries";
import type { ScreenDto, ShowSource } from "@/lib/album/screens/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { randomKey } from "@/lib/shared/random-key";

export interface PairScreenDialogProps {
  code: string;
  address: string;
  choices: ShowChoices;
  onClose: () => void;
}

/** Pairs the TV or frame that shows a code, and chooses what it shows. */
export function PairScreenDialog({ code: scannedCode, address, choices, onClose }: PairScreenDialogProps) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState(scannedCode);
  const [name, setName] = useState("Living room");
  const [source, setSource] = useState<ShowSource>({ kind: "everything" });
  const [seconds, setSeconds] = useState(15);
  const [isShuffled, setIsShuffled] = useState(true);
  const pair = useAction(
    async () => {
      const input = { code, name: name.trim(), source, seconds, isShuffled };
      const paired = await pairScreen(input, randomKey());
      queryClient.setQueryData<ScreenDto[]>(screensKey, (before = []) => [paired, ...before]);
      toast({ title: `${paired.name} is paired`, description: "The photos appear there in a moment." });
      onClose();
    },
    { fields: ["code", "name", "source"] },
  );
  return (
    <FormDialog
      title="Add a TV or frame"
      description="Only enter a code that you see on your own screen: everyone in front of it will see these photos."
      submitLabel="Start the show"
      busyLabel="Pairing…"
      isBusy={pair.isBusy}
      onSubmit={() => void pair.run()}
      onClose={onClose}
    >
      <FormAlert message={pair.error} />
      <TextField
        label="Code on the screen"
        hint={`Open ${address} on the TV, tablet or frame to get one.`}
        error={pair.errorOf("code")}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        value={code}
        onValueChange={setCode}
      />
      <TextField
        label="Name"
        error={pair.errorOf("name")}
        maxLength={40}
        value={name}
        onValueChange={setName}
      />
      <SourceFields source={source} choices={choices} onChange={setSource} error={pair.errorOf("source")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SecondsSelect label="Each photo for" value={seconds} onChange={setSeconds} />
        <OrderSelect label="Order" value={isShuffled} onChange={setIsShuffled} />
      </div>
    </FormDialog>
  );
}
