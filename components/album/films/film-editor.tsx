"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Clapperboard } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ChosenPictures, MorePictures } from "@/components/album/films/film-pictures";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FormAlert } from "@/components/ui/form-alert";
import { PageHeader } from "@/components/ui/page-header";
import { TextField } from "@/components/ui/text-field";
import { createFilm, filmProposalOptions } from "@/lib/album/films/client/queries";
import {
  type FilmKind,
  fewestPictures,
  maxTitleLength,
  mostPictures,
  secondsEach,
  titlePictures,
} from "@/lib/album/films/limits";
import { filmsPath } from "@/lib/album/films/paths";
import type { FilmPicture, FilmProposalDto, FilmSubject } from "@/lib/album/films/schema";
import { counted } from "@/lib/shared/counted";
import { formatDuration } from "@/lib/shared/duration";
import { randomKey } from "@/lib/shared/random-key";

/** Creates a film: which photos, in which order, under which title. */
export function FilmEditor({ film }: { film: FilmSubject }) {
  const { data } = useQuery(filmProposalOptions(film));
  if (!data) return null;
  return (
    <>
      <Link
        href={filmsPath}
        className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Films
      </Link>
      <PageHeader
        title="Make a film"
        lead="Leave photos out, move them, or add others. Nobody sees it until you share it."
      />
      {data.pictures.length < fewestPictures ? (
        <EmptyState
          title="Not enough photos yet"
          action={
            <Link href="/latest-uploads" className={buttonClasses()}>
              See the latest uploads
            </Link>
          }
        >
          A film needs at least two dated photos{data.memberId === null ? " of that year" : " with them"}. Tag
          people in the details of a photo, then come back.
        </EmptyState>
      ) : (
        <Editing proposal={data} />
      )}
    </>
  );
}

const lengthMs = (kind: FilmKind, count: number) => (count + titlePictures[kind]) * secondsEach[kind] * 1000;

const takenOrder = ({ year, month, takenAt }: FilmPicture) =>
  takenAt ?? `${year}-${String(month).padStart(2, "0")}`;

/** Inserts a picture where it belongs by its date. */
function inserted(pictures: readonly FilmPicture[], added: FilmPicture): FilmPicture[] {
  const later = pictures.findIndex((picture) => takenOrder(picture) > takenOrder(added));
  return pictures.toSpliced(later < 0 ? pictures.length : later, 0, added);
}

function useMaking(proposal: FilmProposalDto, title: string, pictures: readonly FilmPicture[]) {
  const router = useRouter();
  // The same for every attempt with the same content.
  const making = useRef({ wanted: "", key: "" });
  return useAction(
    async () => {
      const { kind, memberId, year } = proposal;
      const film = { kind, memberId, year, title, mediaIds: pictures.map(({ id }) => id) };
      const wanted = JSON.stringify(film);
      if (making.current.wanted !== wanted) making.current = { wanted, key: randomKey() };
      await createFilm(film, making.current.key);
      router.push(filmsPath);
      return leavingPage;
    },
    { fallback: "The film could not be started. Please try again.", fields: ["title"] },
  );
}

function Editing({ proposal }: { proposal: FilmProposalDto }) {
  const { kind } = proposal;
  const [title, setTitle] = useState(proposal.title);
  const [pictures, setPictures] = useState<readonly FilmPicture[]>(proposal.pictures);
  const [more, setMore] = useState<readonly FilmPicture[]>(proposal.more);
  const { run, isBusy, error, errorOf } = useMaking(proposal, title, pictures);
  const isFull = pictures.length >= mostPictures;

  function remove(picture: FilmPicture) {
    setPictures(pictures.filter((other) => other !== picture));
    setMore(inserted(more, picture));
  }
  function add(picture: FilmPicture) {
    setMore(more.filter((other) => other !== picture));
    setPictures(inserted(pictures, picture));
  }
  function move(picture: FilmPicture, by: 1 | -1) {
    const from = pictures.indexOf(picture);
    const rest = pictures.toSpliced(from, 1);
    setPictures(rest.toSpliced(Math.max(0, from + by), 0, picture));
  }

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        className="card mb-7 grid gap-4"
      >
        <FormAlert message={error} />
        <TextField
          label="Title"
          value={title}
          onValueChange={setTitle}
          error={errorOf("title")}
          maxLength={maxTitleLength}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p aria-live="polite" className="text-ink-soft">
            {counted(pictures.length, "photo")}, {formatDuration(lengthMs(kind, pictures.length))}, without
            sound
          </p>
          <Button
            type="submit"
            isBusy={isBusy}
            busyLabel="Starting..."
            disabled={pictures.length < fewestPictures}
          >
            <Clapperboard aria-hidden="true" />
            Make the film
          </Button>
        </div>
      </form>
      <ChosenPictures pictures={pictures} onMove={move} onRemove={remove} />
      <MorePictures pictures={more} isFull={isFull} onAdd={add} />
    </>
  );
}
