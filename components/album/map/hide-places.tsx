"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { RadioCard } from "@/components/ui/radio-card";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { mapPlacesKey, pointsKey } from "@/lib/album/map/client/queries";
import { createHiddenPlace, deleteHiddenPlace, hiddenPlacesOptions } from "@/lib/album/places/client/queries";
import type { Point } from "@/lib/album/places/region";
import type { HiddenPlaceDto, HiddenPlaceMode } from "@/lib/album/places/schema";
import { counted } from "@/lib/shared/counted";
import { randomKey } from "@/lib/shared/random-key";

const radii = [100, 300, 1_000, 3_000, 10_000];
const usualRadius = 300;
const describeRadius = (metres: number) => (metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`);

const modes = [
  [
    "rounded",
    "Show the region",
    "Photos taken there are all shown at one point of the region, up to 10 km away.",
  ],
  ["leftOut", "Show no place", "Photos taken there are not on the map and have no place in their details."],
] as const satisfies readonly (readonly [HiddenPlaceMode, string, string])[];

export interface HidePlacesProps {
  /** The middle of the map once it has stopped moving; null before that. */
  middle: Point | null;
  /** Reads the current middle. */
  readMiddle: () => Point | null;
  /** Sets the circle to draw there. */
  onRadius: (radiusM: number) => void;
  /** Moves the map, for people who type coordinates. */
  onMiddle: (point: Point) => void;
  onClose: () => void;
}

/** Refreshes everything that changes when places are hidden or shown again. */
function useShownPlaces() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [hiddenPlacesOptions().queryKey, pointsKey, mapPlacesKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** For admins: places whose photos are never shown precisely. */
export function HidePlaces({ onRadius, ...props }: HidePlacesProps) {
  const [radiusM, setRadiusM] = useState(usualRadius);
  useEffect(() => onRadius(radiusM), [onRadius, radiusM]);
  return (
    <Card aria-labelledby="hide-places" className="mb-5">
      <h2 id="hide-places" className="text-step-1">
        Hide our home
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Move the map until the circle covers the place. Everyone in your family, including you, will then see
        its photos without their exact place. Originals and exports keep theirs.
      </p>
      <HidePlaceForm {...props} radiusM={radiusM} onRadius={setRadiusM} />
      <HiddenPlaces />
    </Card>
  );
}

interface HidePlaceFormProps extends HidePlacesProps {
  radiusM: number;
}

function HidePlaceForm({ radiusM, onRadius, ...props }: HidePlaceFormProps) {
  const { middle, readMiddle, onMiddle, onClose } = props;
  const showChange = useShownPlaces();
  const [name, setName] = useState("Home");
  const [mode, setMode] = useState<HiddenPlaceMode>("rounded");
  const attempt = useRef({ typed: "", key: "" });
  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      const chosen = readMiddle();
      if (!chosen) return;
      const place = { name, radiusM, mode, ...chosen };
      const typed = JSON.stringify(place);
      // A retry after a lost answer doesn't hide the place twice.
      if (attempt.current.typed !== typed) attempt.current = { typed, key: randomKey() };
      const { photoCount } = await createHiddenPlace(place, attempt.current.key);
      toast({ title: `${name} is hidden`, description: `${counted(photoCount, "photo")} taken there.` });
      await showChange();
    },
    { fields: ["name", "radiusM"], fallback: "The place could not be hidden. Please try again." },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    void run();
  }
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <FormAlert message={error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" value={name} onValueChange={setName} maxLength={60} error={errorOf("name")} />
        <FormField label="Radius" error={errorOf("radiusM")}>
          {(control) => (
            <Select {...control} value={radiusM} onChange={(event) => onRadius(Number(event.target.value))}>
              {radii.map((metres) => (
                <option key={metres} value={metres}>
                  {describeRadius(metres)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      <Coordinates middle={middle} onMiddle={onMiddle} />
      <fieldset className="grid gap-2.5 sm:grid-cols-2">
        <legend className="mb-2 font-semibold">Its photos</legend>
        {modes.map(([value, label, hint]) => (
          <RadioCard
            key={value}
            name="mode"
            value={value}
            isChecked={mode === value}
            onChoose={() => setMode(value)}
          >
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-step--1 text-ink-soft">{hint}</span>
            </span>
          </RadioCard>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isBusy={isBusy} busyLabel="Hiding...">
          Hide this place
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </form>
  );
}

/** The middle of the map in numbers, for people who can't move a map. */
function Coordinates({ middle, onMiddle }: Pick<HidePlacesProps, "middle" | "onMiddle">) {
  const [typed, setTyped] = useState<{ latitude: string; longitude: string } | null>(null);
  const shown = typed ?? {
    latitude: middle?.latitude.toFixed(5) ?? "",
    longitude: middle?.longitude.toFixed(5) ?? "",
  };
  function apply() {
    const [latitude, longitude] = [Number(shown.latitude), Number(shown.longitude)];
    setTyped(null);
    if (Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180) onMiddle({ latitude, longitude });
  }
  return (
    <details>
      <summary className="min-h-11 content-center text-ink-soft">Enter coordinates instead</summary>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        {(["latitude", "longitude"] as const).map((name) => (
          <TextField
            key={name}
            label={name === "latitude" ? "Latitude" : "Longitude"}
            inputMode="decimal"
            className="min-w-36 flex-1"
            value={shown[name]}
            onValueChange={(value) => setTyped({ ...shown, [name]: value })}
          />
        ))}
        <Button variant="secondary" onClick={apply}>
          Move the map there
        </Button>
      </div>
    </details>
  );
}

function HiddenPlaces() {
  const { data: places } = useQuery(hiddenPlacesOptions());
  if (!places || places.length === 0) return null;
  return (
    <>
      <h3 className="mt-6">Hidden places</h3>
      <ul className="mt-1 divide-y divide-line">
        {places.map((place) => (
          <HiddenPlaceLine key={place.id} place={place} />
        ))}
      </ul>
    </>
  );
}

function HiddenPlaceLine({ place: { id, name, radiusM, mode, photoCount } }: { place: HiddenPlaceDto }) {
  const showChange = useShownPlaces();
  const { run, isBusy } = useAction(
    async () => {
      await deleteHiddenPlace(id);
      toast({ title: `${name} is shown again` });
      await showChange();
    },
    { failureTitle: "The place is still hidden" },
  );
  const how = mode === "rounded" ? "region shown" : "no place shown";
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-step--1 text-ink-soft">
          {describeRadius(radiusM)} around it, {counted(photoCount, "photo")}, {how}
        </span>
      </span>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
        Show {name} again
      </Button>
    </li>
  );
}
