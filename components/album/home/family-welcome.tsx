import Link from "next/link";
import { WelcomeImageChoice } from "@/components/album/home/welcome-image-choice";
import { buttonClasses } from "@/components/ui/button";
import { LineDrawing } from "@/components/ui/line-drawing";
import type { UserDto } from "@/lib/account/accounts/schema";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface FamilyWelcomeProps {
  appName: string;
  user: UserDto;
  /** The picture an admin chose, if any. */
  image: MediaItemDto | null;
}

/** /welcome for people who are signed in: the family's own picture and a greeting. */
export function FamilyWelcome({ appName, user, image }: FamilyWelcomeProps) {
  const greeting = (
    <>
      <h1>Welcome, {user.displayName}</h1>
      <p className="mt-2 max-w-[52ch]">
        {user.currentFamily
          ? `Good to see you in ${user.currentFamily.name}'s album.`
          : `Good to see you at ${appName}. Create your family's album, or join one.`}
      </p>
      <Link href="/" className={buttonClasses({ size: "large" }, "mt-6")}>
        {user.currentFamily ? "Open the album" : "Continue"}
      </Link>
    </>
  );
  const choice = user.isAdmin && user.currentFamily && <WelcomeImageChoice mediaId={image?.id ?? null} />;
  if (!image) {
    return (
      <>
        <div className="card grid min-h-[50dvh] place-content-center justify-items-center border-transparent bg-honey-soft text-center">
          <LineDrawing name="heart" className="mb-6 size-36" />
          {greeting}
        </div>
        {choice}
      </>
    );
  }
  return (
    <>
      <div className="card relative grid min-h-[62dvh] content-end overflow-hidden p-0 md:p-0">
        <img
          src={mediumUrl(image)}
          alt={image.description || "Your family's welcome photo"}
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
        <div className="relative bg-linear-to-t from-black/80 via-black/60 to-transparent px-6 pt-32 pb-8 text-white md:px-10 md:pb-10">
          {greeting}
        </div>
      </div>
      {choice}
    </>
  );
}
