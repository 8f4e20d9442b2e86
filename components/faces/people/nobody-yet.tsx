import Link from "next/link";
import { describePicturesLeft } from "@/components/faces/people/reading-progress";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { usePreferences } from "@/components/ui/preferences";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";

export interface NobodyYetProps {
  recognition: Pick<RecognitionDto, "isAvailable" | "faces" | "picturesLeft">;
  /** Whether this person can switch recognition on. */
  isAdmin: boolean;
}

const latest = (
  <Link href="/latest-uploads" className={buttonClasses()}>
    See the latest uploads
  </Link>
);

/** The people page while nobody is on it: why, and what to do next. */
export function NobodyYet({ recognition, isAdmin }: NobodyYetProps) {
  const { isAvailable, faces, picturesLeft } = recognition;
  const { appName } = usePreferences();
  if (!isAvailable) {
    return (
      <EmptyState drawing="heart" title="Say who is in a photo" action={latest}>
        <p>This album doesn't look for faces. Open a photo and press “Tag people” instead.</p>
        {isAdmin && (
          <p className="mt-2">
            The person who runs this server can change that with <code>RECOGNITION</code>.
          </p>
        )}
      </EmptyState>
    );
  }
  if (!faces) {
    return (
      <EmptyState
        drawing="heart"
        title="Find people by their faces"
        action={
          isAdmin ? (
            <Link href="/settings?tab=family" className={buttonClasses()}>
              Open the family's settings
            </Link>
          ) : (
            latest
          )
        }
      >
        <p>
          {appName} can group photos of the same person, so you name a face once and find all their photos.
          It's off until an admin of your family switches it on.
        </p>
        <p className="mt-2">Everything stays on this server, and you can erase it all at any time.</p>
      </EmptyState>
    );
  }
  if (picturesLeft > 0) {
    return (
      <EmptyState drawing="search" title="Looking for faces" action={latest}>
        {describePicturesLeft(picturesLeft)}. This continues in the background, so check back in a while.
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="heart" title="No faces found yet" action={latest}>
      People appear here once their face is in two photos. Upload photos of people, then check back.
    </EmptyState>
  );
}
