import { useQueryClient } from "@tanstack/react-query";
import { Laptop, Pause, Play, SkipBack, SkipForward, Smartphone, Tablet, Tv } from "lucide-react";
import { useState } from "react";
import { EditScreenDialog } from "@/components/album/screens/edit-screen-dialog";
import { OrderSelect, SecondsSelect } from "@/components/album/screens/pace-selects";
import { useAction } from "@/components/forms/use-action";
import { useQueuedAction } from "@/components/forms/use-queued-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LocalDate } from "@/components/ui/local-date";
import { toast } from "@/components/ui/toast";
import { deleteScreen, screensKey, stepScreen, updateScreen } from "@/lib/album/screens/client/queries";
import type { ScreenDto } from "@/lib/album/screens/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { describeSource } from "@/lib/album/screens/show-text";
import { randomKey } from "@/lib/shared/random-key";

const icons = { tv: Tv, tablet: Tablet, phone: Smartphone, computer: Laptop } as const;

type Pace = Pick<ScreenDto, "seconds" | "isShuffled" | "isPaused">;

type Doing = "rename" | "source" | "remove" | null;

/** A TV or frame: what it shows, its remote, and a way to remove it. */
export function ScreenCard({ screen, choices }: { screen: ScreenDto; choices: ShowChoices }) {
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<Doing>(null);
  const { id, name } = screen;
  const change = useQueuedAction(
    `change screen ${id}`,
    async (input: Partial<Pace>) => {
      const changed = await updateScreen(id, input);
      queryClient.setQueryData<ScreenDto[]>(screensKey, (before = []) =>
        before.map((one) => (one.id === id ? changed : one)),
      );
    },
    { failureTitle: `${name} was not changed` },
  );
  const step = useQueuedAction(
    `step screen ${id}`,
    ({ by, key }: { by: 1 | -1; key: string }) => stepScreen(id, by, key),
    { failureTitle: `${name} could not be reached` },
  );
  const remove = useAction(
    async () => {
      await deleteScreen(id);
      toast({ title: `${name} was removed`, description: "It no longer shows your album." });
      queryClient.setQueryData<ScreenDto[]>(screensKey, (before = []) =>
        before.filter((one) => one.id !== id),
      );
    },
    { failureTitle: `${name} was not removed` },
  );
  const shown: Pace = Object.assign({}, screen, ...change.pending);

  return (
    <Card aria-label={name}>
      <ScreenHead screen={screen} />
      <Remote
        name={name}
        isPaused={shown.isPaused}
        onStep={(by) => step.run({ by, key: randomKey() })}
        onPause={(isPaused) => change.run({ isPaused })}
      />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <SecondsSelect
          label="Each photo for"
          value={shown.seconds}
          onChange={(seconds) => change.run({ seconds })}
        />
        <OrderSelect
          label="Order"
          value={shown.isShuffled}
          onChange={(isShuffled) => change.run({ isShuffled })}
        />
      </div>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" className="max-sm:w-full" onClick={() => setDoing("source")}>
          Show something else
        </Button>
        <Button variant="ghost" size="small" aria-label={`Rename ${name}`} onClick={() => setDoing("rename")}>
          Rename
        </Button>
        <Button variant="ghost" size="small" aria-label={`Remove ${name}`} onClick={() => setDoing("remove")}>
          Remove
        </Button>
      </div>
      {(doing === "rename" || doing === "source") && (
        <EditScreenDialog screen={screen} what={doing} choices={choices} onClose={() => setDoing(null)} />
      )}
      <ConfirmDialog
        open={doing === "remove"}
        onOpenChange={(isOpen) => !isOpen && setDoing(null)}
        title={`Remove “${name}”?`}
        description="It stops showing your photos right away, and shows a code again."
        confirmLabel="Remove"
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run()}
      />
    </Card>
  );
}

function ScreenHead({ screen }: { screen: ScreenDto }) {
  const { name, device, source, sourceName, isOn, lastSeenOn } = screen;
  const Icon = icons[device];
  return (
    <div className="flex items-start gap-4">
      <span className="grid size-12 flex-none place-items-center rounded-full bg-sunk text-ink-soft">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.9} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere">{name}</h2>
        <p className="wrap-anywhere text-ink-soft">{describeSource(source, sourceName)}</p>
        <p className="text-step--1 text-ink-soft">
          {isOn && (
            <>
              <span
                aria-hidden="true"
                className="mr-1.5 inline-block size-2.5 rounded-full bg-accent-strong"
              />
              On now
            </>
          )}
          {!isOn && lastSeenOn !== null && (
            <>
              Last on <LocalDate iso={`${lastSeenOn}T12:00:00Z`} />
            </>
          )}
          {!isOn && lastSeenOn === null && "Not on yet"}
        </p>
      </div>
    </div>
  );
}

interface RemoteProps {
  name: string;
  isPaused: boolean;
  onStep: (by: 1 | -1) => void;
  onPause: (isPaused: boolean) => void;
}

function Remote({ name, isPaused, onStep, onPause }: RemoteProps) {
  return (
    <div className="mt-5 flex items-center justify-center gap-4 rounded-2xl bg-sunk p-3">
      <Button variant="secondary" size="icon" aria-label={`Previous on ${name}`} onClick={() => onStep(-1)}>
        <SkipBack aria-hidden="true" />
      </Button>
      <Button
        size="large"
        className="min-w-36"
        aria-label={`${isPaused ? "Play" : "Pause"} ${name}`}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {isPaused ? "Play" : "Pause"}
      </Button>
      <Button variant="secondary" size="icon" aria-label={`Next on ${name}`} onClick={() => onStep(1)}>
        <SkipForward aria-hidden="true" />
      </Button>
    </div>
  );
}
