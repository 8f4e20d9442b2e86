"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import Link from "next/link";
import { describePlace } from "@/components/album/map/place-list";
import { useAuth } from "@/components/session/session-auth-provider";
import { foundPlacesOptions, placePath } from "@/lib/album/map/client/queries";
import { counted } from "@/lib/shared/counted";

const maxShown = 3;

/** Towns with this name where photos were taken. Renders nothing if there are none, and for children. */
export function FoundPlaces({ q }: { q: string }) {
  const { user } = useAuth();
  const isAdult = user?.isChild === false;
  const { data } = useQuery({ ...foundPlacesOptions(isAdult ? q : ""), placeholderData: keepPreviousData });
  const places = (q && data?.filter(({ photoCount }) => photoCount > 0).slice(0, maxShown)) || [];
  if (places.length === 0) return null;
  return (
    <ul aria-label="Places" className="mb-4 flex flex-wrap gap-2.5">
      {places.map((place) => (
        <li key={place.id} className="max-w-full">
          <Link
            href={placePath(place.id)}
            prefetch={false}
            className="flex min-h-12 items-center gap-2.5 rounded-2xl border border-line bg-card py-2 pr-5 pl-3.5 hover:bg-sunk"
          >
            <MapPin aria-hidden="true" className="size-5 text-accent-strong" />
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{describePlace(place)}</span>{" "}
              <span className="text-step--1 text-ink-soft">{counted(place.photoCount, "photo")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
