"use client";

import { useQuery } from "@tanstack/react-query";
import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { useMemoryActions } from "@/components/album/memories/use-memory-actions";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { memoryPeopleOptions } from "@/lib/album/memories/client/queries";
import { listed } from "@/lib/shared/listed";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const never = "never";
const clockOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** When to remind someone of this day in earlier years, and which people to leave out. */
export function MemorySettings() {
  return (
    <div className="grid max-w-xl gap-9">
      <MemoryHour />
      <HiddenPeople />
    </div>
  );
}

function MemoryHour() {
  const { settings, change } = useUserSettings();
  if (!settings) return <Skeleton className="h-24" />;
  const { memoryHour, notifications } = settings;
  return (
    <FormField
      label="Remind me"
      hint="At most once a day, when there's a photo from an earlier year worth remembering. Notifications for this device are switched on under Notifications."
    >
      {(control) => (
        <Select
          {...control}
          value={notifications.onThisDay ? String(memoryHour) : never}
          onChange={({ target: { value } }) =>
            change(
              value === never
                ? { notifications: { onThisDay: false } }
                : { memoryHour: Number(value), notifications: { onThisDay: true } },
            )
          }
        >
          <option value={never}>Never</option>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              Every day at {clockOf(hour)}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

function HiddenPeople() {
  const { data: people, isError, isFetching, refetch } = useQuery(memoryPeopleOptions());
  const { showLess, showAgain } = useMemoryActions();
  const hidden = people?.filter(({ isHidden }) => isHidden) ?? [];
  const others = people?.filter(({ isHidden, isLeftOut }) => !isHidden && !isLeftOut) ?? [];
  const leftOut = people?.filter(({ isLeftOut }) => isLeftOut) ?? [];
  return (
    <section aria-labelledby="hidden-people">
      <h2 id="hidden-people" className="text-step-1">
        Show less of
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        You aren't reminded of photos with these people. Everything stays in the album, and nobody else can
        see your choice.
      </p>
      {isError && (
        <Button variant="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      )}
      {!people && !isError && <Skeleton className="h-24" />}
      {hidden.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {hidden.map((person) => (
            <li key={person.id} className="flex items-center gap-4 py-3">
              <Avatar name={person.displayName} size="small" />
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{person.displayName}</span>
              <Button variant="secondary" size="small" onClick={() => void showAgain.run(person)}>
                Show again
                <span className="sr-only"> photos of {person.displayName}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <FormField label="Add someone">
          {(control) => (
            <Select
              {...control}
              value=""
              onChange={({ target: { value } }) => {
                const person = others.find(({ id }) => id === value);
                if (person) void showLess.run(person);
              }}
            >
              <option value="">Choose a person</option>
              {others.map(({ id, displayName }) => (
                <option key={id} value={id}>
                  {displayName}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {leftOut.length > 0 && (
        <p className="mt-3 text-step--1 text-ink-soft">
          Your family's admins leave out {listed(leftOut.map((one) => one.displayName))} for everyone.
        </p>
      )}
    </section>
  );
}
