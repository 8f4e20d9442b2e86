import { MailPlus } from "lucide-react";
import Link from "next/link";
import { type Sample, SampleCard } from "@/components/album/home/sample-card";
import { UploadButton } from "@/components/album/media/upload-button";
import { useAuth } from "@/components/session/session-auth-provider";
import { buttonClasses } from "@/components/ui/button";
import { LineDrawing } from "@/components/ui/line-drawing";

/** Specification 2.4. */
const dialogTitle = "Upload Family Media";

const samples: Sample[] = [
  {
    drawing: "beach",
    title: "A day at the sea",
    description: "Sandcastles until the tide came. #beach #summer",
    likeCount: 12,
  },
  {
    drawing: "birthday",
    title: "Three candles",
    description: "The whole street heard the singing. #birthday",
    likeCount: 9,
  },
  {
    drawing: "garden",
    title: "In Nana's garden",
    description: "The first apples of the year. #nana #garden",
    likeCount: 7,
  },
];

/** Home before the first upload (specification 1 and 2.4). */
export function EmptyHome({ greeting }: { greeting: string }) {
  const { user } = useAuth();
  return (
    <div className="mx-auto max-w-4xl">
      <section
        aria-label="Welcome"
        className="card flex flex-col items-center px-5 py-8 text-center md:px-10 md:py-11"
      >
        <LineDrawing name="album" />
        <h1 className="mt-5">{greeting}</h1>
        <p className="mt-3 max-w-lg text-ink-soft">
          Your family's album is ready for its first photo. Only your family sees what you add.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <UploadButton size="large" dialogTitle={dialogTitle}>
            Upload photos and videos
          </UploadButton>
          {user?.isAdmin && (
            <Link
              href="/invite-family-members"
              className={buttonClasses({ variant: "secondary", size: "large" })}
            >
              <MailPlus aria-hidden="true" />
              Invite Family
            </Link>
          )}
        </div>
      </section>
      <section aria-labelledby="samples" className="mt-8">
        <h2 id="samples">What your album could look like</h2>
        <p className="mt-1.5 mb-4 text-ink-soft">
          Just examples. Each photo you add gets its own description, hashtags and likes.
        </p>
        <div className="grid gap-4 md:grid-cols-3">
          {samples.map((sample) => (
            <SampleCard key={sample.title} sample={sample} />
          ))}
        </div>
        <div className="mt-7 flex justify-center">
          <UploadButton variant="secondary" dialogTitle={dialogTitle}>
            Upload your first photo
          </UploadButton>
        </div>
      </section>
    </div>
  );
}
