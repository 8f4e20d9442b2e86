import { Heart, Play } from "lucide-react";
import dandelions from "@/components/account/accounts/welcome-photos/dandelions.webp";
import forestStream from "@/components/account/accounts/welcome-photos/forest-stream.webp";
import mountainMeadow from "@/components/account/accounts/welcome-photos/mountain-meadow.webp";
import twoDogs from "@/components/account/accounts/welcome-photos/two-dogs.webp";
import { cn } from "@/components/ui/class-names";
import { Mark } from "@/components/ui/mark";

// Visitors must never see a family's pictures: these come from the demo (tools/demo/photographs/README.md).
const photos = [
  {
    photo: twoDogs,
    alt: "Two spaniels lean out of a window",
    hearts: 12,
    place: "row-span-2 max-sm:col-span-2 max-sm:aspect-[4/3]",
  },
  { photo: mountainMeadow, alt: "Larches turning orange under a mountain", hearts: 7, place: "" },
  { photo: dandelions, alt: "A dandelion clock in the evening sun", hearts: 3, place: "" },
] as const;

const initials = [
  ["AO", "bg-[oklch(52%_0.14_20)]"],
  ["GM", "bg-[oklch(48%_0.1_140)]"],
  ["ZU", "bg-[oklch(48%_0.12_320)]"],
] as const;

const pill =
  "absolute bottom-2 left-2 flex items-center gap-1.5 rounded-full bg-black/60 px-2.5 py-0.5 text-step--1 font-semibold text-white";

/** Shows what an album looks like: a drawn home page with photos in it. */
export function WelcomeAlbum() {
  return (
    <figure className="mx-auto w-full max-w-[560px]">
      <div className="overflow-hidden rounded-3xl border border-line bg-card shadow-2">
        <div aria-hidden="true" className="flex items-center gap-2.5 overflow-hidden px-4 pt-4 pb-3">
          <Mark className="size-7 flex-none" />
          <span className="min-w-0 truncate font-display text-step-1 font-semibold">The Okafors</span>
          <span className="ml-auto flex flex-none max-sm:hidden">
            {initials.map(([letters, colour]) => (
              <span
                key={letters}
                className={cn(
                  "-ml-2 grid size-9 place-items-center rounded-full border-[3px] border-card text-[0.7rem] font-bold text-white",
                  colour,
                )}
              >
                {letters}
              </span>
            ))}
          </span>
        </div>
        <div className="grid grid-cols-2 gap-[3px] px-[3px] pb-[3px]">
          {photos.map(({ photo, alt, hearts, place }, index) => (
            <div
              key={alt}
              className={cn(
                "relative aspect-[4/3] overflow-hidden",
                place.includes("row-span-2") && "sm:aspect-auto",
                place,
              )}
            >
              <img
                src={photo.src}
                width={photo.width}
                height={photo.height}
                alt={alt}
                fetchPriority={index === 0 ? "high" : "auto"}
                decoding="async"
                className="absolute inset-0 size-full bg-sunk object-cover"
              />
              <span aria-hidden="true" className={pill}>
                <Heart className="size-3.5 fill-current" />
                {hearts}
              </span>
            </div>
          ))}
          <div className="relative col-span-2 aspect-[3/1] overflow-hidden rounded-b-[1.3rem]">
            <img
              src={forestStream.src}
              width={forestStream.width}
              height={forestStream.height}
              alt="A stream between mossy rocks in a forest"
              decoding="async"
              className="absolute inset-0 size-full bg-sunk object-cover"
            />
            <span
              aria-hidden="true"
              className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-white/90 text-[#4a1230]"
            >
              <Play className="ml-0.5 size-5 fill-current" />
            </span>
          </div>
        </div>
      </div>
      <figcaption className="mt-2.5 text-center text-step--1 text-ink-faint">
        Photos: Aitzol Berasategi (
        <a
          href="https://creativecommons.org/licenses/by/4.0/"
          rel="license noreferrer"
          className="underline underline-offset-2"
        >
          CC BY 4.0
        </a>
        , cropped) and Clemens Engelhardt
      </figcaption>
    </figure>
  );
}
