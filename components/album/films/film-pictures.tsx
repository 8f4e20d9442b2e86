"use client";

import { ChevronLeft, ChevronRight, Plus, X } from "lucide-react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { Button } from "@/components/ui/button";
import type { FilmPicture } from "@/lib/album/films/schema";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";

const grid = "grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-[repeat(auto-fill,minmax(170px,1fr))]";

function Picture({ picture }: { picture: FilmPicture }) {
  return (
    <>
      <span className="relative block aspect-video overflow-hidden rounded-xl bg-sunk">
        <MediaPicture item={picture} src={thumbnailUrl(picture)} />
      </span>
      <span className="mt-1.5 block min-h-5 text-step--1 text-ink-soft wrap-anywhere">{picture.caption}</span>
    </>
  );
}

export interface ChosenPicturesProps {
  pictures: readonly FilmPicture[];
  onMove: (picture: FilmPicture, by: 1 | -1) => void;
  onRemove: (picture: FilmPicture) => void;
}

/** A film's pictures in their order. */
export function ChosenPictures({ pictures, onMove, onRemove }: ChosenPicturesProps) {
  const last = pictures.length - 1;
  return (
    <section aria-labelledby="film-pictures">
      <h2 id="film-pictures" className="mb-3.5">
        In the film
      </h2>
      <ol className={grid}>
        {pictures.map((picture, at) => {
          const name = `${at + 1}, ${mediaAlt(picture)}`;
          return (
            <li key={picture.id} className="min-w-0">
              <Picture picture={picture} />
              <div className="-ml-2 flex">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Move ${name} earlier`}
                  aria-disabled={at === 0}
                  onClick={() => at > 0 && onMove(picture, -1)}
                >
                  <ChevronLeft aria-hidden="true" />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Move ${name} later`}
                  aria-disabled={at === last}
                  onClick={() => at < last && onMove(picture, 1)}
                >
                  <ChevronRight aria-hidden="true" />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  className="ml-auto"
                  aria-label={`Leave out ${name}`}
                  onClick={() => onRemove(picture)}
                >
                  <X aria-hidden="true" />
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export interface MorePicturesProps {
  pictures: readonly FilmPicture[];
  isFull: boolean;
  onAdd: (picture: FilmPicture) => void;
}

/** Other pictures that could be in it: pressing one adds it where it belongs by its date. */
export function MorePictures({ pictures, isFull, onAdd }: MorePicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="more-pictures" className="mt-9">
      <h2 id="more-pictures" className="mb-1">
        More photos
      </h2>
      <p className="mb-3.5 text-ink-soft">Press one to add it.</p>
      <ul className={grid}>
        {pictures.map((picture) => (
          <li key={picture.id} className="min-w-0">
            <button
              type="button"
              aria-label={`Add ${mediaAlt(picture)}`}
              disabled={isFull}
              onClick={() => onAdd(picture)}
              className="group/add relative block w-full rounded-xl text-left"
            >
              <Picture picture={picture} />
              <span className="absolute top-2 right-2 grid size-8 place-items-center rounded-full bg-[oklch(20%_0.03_350/0.62)] text-white backdrop-blur-md">
                <Plus aria-hidden="true" className="size-[18px]" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
