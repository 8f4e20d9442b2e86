import { CalendarHeart, Hash, Lock } from "lucide-react";
import Link from "next/link";
import { WelcomeAlbum } from "@/components/account/accounts/welcome-album";
import { buttonClasses } from "@/components/ui/button";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { loginAddress } from "@/lib/account/accounts/sign-in-destination";
import { signUpClosed } from "@/lib/core/system-settings/sign-up-text";

const promises = [
  {
    Icon: Lock,
    title: "Only your family",
    text: "No one else sees your photos. No ads, no strangers, no search engines.",
  },
  {
    Icon: CalendarHeart,
    title: "Month by month",
    text: "Every photo and video is where you'd look for it: in the year and month it was taken.",
  },
  {
    Icon: Hash,
    title: "Easy to find again",
    text: "A few words or a #hashtag bring back the beach, the birthday and the first day of school.",
  },
] as const;

/**
 * Shown to visitors at any path that is not for them (specification 2.1).
 * @param wantedPath where they wanted to go; Sign In leads back there
 * @param isOpen whether people can create accounts without an invitation
 * @param isFresh the installation has no owner yet: setting it up comes first
 * @param isNewcomer nobody has signed in on this device, and no album link led here: creating a family comes first
 */
export function VisitorWelcome({
  appName,
  wantedPath,
  isOpen,
  isFresh,
  isNewcomer,
}: {
  appName: string;
  wantedPath: string | null;
  isOpen: boolean;
  isFresh: boolean;
  isNewcomer: boolean;
}) {
  const login = loginAddress(wantedPath);
  const createFirst = isOpen && isNewcomer && !isFresh;
  const look = (isFirst: boolean) =>
    buttonClasses({ size: "large", variant: isFirst ? "primary" : "secondary" }, "max-md:flex-auto");
  const signIn = (
    <Link key="sign-in" href={login} className={look(!createFirst && !isFresh)}>
      Sign In
    </Link>
  );
  const create = (
    <Link key="create" href="/organization/signup" className={look(createFirst)}>
      Create your family
    </Link>
  );
  const setUp = (
    <Link key="set-up" href="/get-started" className={look(true)}>
      Set up this album
    </Link>
  );
  return (
    <VisitorShell
      appName={appName}
      aside={
        <Link href={login} className={buttonClasses({ variant: "secondary" })}>
          Sign In
        </Link>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-8 pt-4 md:gap-12 md:pt-12 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
        <div>
          <h1 className="text-[clamp(2.3rem,1.6rem+3vw,3.9rem)]">
            Your family's photos, all in one warm place
          </h1>
          <p className="mt-5 max-w-[52ch] text-step-1 text-ink-soft">
            {appName} is a private album for families. Share the photos and videos of your days, love them
            together, and find them again years from now.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {isFresh && setUp}
            {createFirst ? [create, signIn] : [signIn, isOpen && create]}
          </div>
          {isFresh && (
            <p className="mt-5 max-w-[52ch] text-ink-soft">
              This album is new. If you've just installed it, set it up with the code that it printed when it
              started.
            </p>
          )}
          {!isOpen && !isFresh && <p className="mt-5 max-w-[52ch] text-ink-soft">{signUpClosed}</p>}
        </div>
        <WelcomeAlbum />
      </div>
      <ul className="mt-12 grid gap-4 md:mt-20 md:grid-cols-3 md:gap-5">
        {promises.map(({ Icon, title, text }) => (
          <li key={title} className="card">
            <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-strong">
              <Icon aria-hidden="true" className="size-[21px]" strokeWidth={1.9} />
            </span>
            <h2 className="mt-4 text-step-1">{title}</h2>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </VisitorShell>
  );
}
