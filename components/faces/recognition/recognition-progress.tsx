import Link from "next/link";
import { maxCountedPictures } from "@/lib/faces/recognition/limits";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";
import { counted, numberText } from "@/lib/shared/counted";

function describeRemaining(count: number): string {
  if (count >= maxCountedPictures) {
    return `More than ${numberText(maxCountedPictures)} photos left to look at`;
  }
  return `${counted(count, "photo")} left to look at`;
}

/** Recognition's progress, and a link for naming the people it found. */
export function RecognitionProgress({ recognition }: { recognition: RecognitionDto }) {
  const { isAvailable, faces, labels, picturesLeft, facesCount, groupsToName } = recognition;
  if (!isAvailable || (!faces && !labels)) return null;
  return (
    <div className="grid gap-1">
      <p role="status">
        {picturesLeft > 0
          ? `${describeRemaining(picturesLeft)}. It continues in the background, at a second or two each.`
          : "Every photo has been checked."}
        {faces && ` ${counted(facesCount, "face")} found so far.`}
      </p>
      {faces && (
        <Link
          href="/people"
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-strong underline-offset-4 hover:underline"
        >
          {groupsToName > 0
            ? `${counted(groupsToName, "person", "people")} to name`
            : "See the people in your album"}
        </Link>
      )}
    </div>
  );
}
