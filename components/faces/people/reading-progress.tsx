import { usePreferences } from "@/components/ui/preferences";
import { maxCountedPictures } from "@/lib/faces/recognition/limits";
import { counted } from "@/lib/shared/counted";

/** Formats "1,240 pictures left to look at". */
export function describePicturesLeft(picturesLeft: number): string {
  const isMore = picturesLeft >= maxCountedPictures;
  return `${isMore ? "More than " : ""}${counted(picturesLeft, "photo")} left to look at`;
}

/** The number of pictures the worker still has to analyse; renders nothing when it is done. */
export function ReadingProgress({ picturesLeft }: { picturesLeft: number }) {
  const { appName } = usePreferences();
  if (picturesLeft === 0) return null;
  return (
    <p className="rounded-2xl bg-honey-soft px-4 py-3">
      {describePicturesLeft(picturesLeft)}. More faces appear as {appName} continues, even while you're away.
    </p>
  );
}
