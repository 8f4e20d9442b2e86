import { CalendarHeart, Hash, Lock } from "lucide-react";
import Link from "next/link";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { buttonClasses } from "@/components/ui/button";
import { loginAddress } from "@/lib/features/accounts/sign-in-destination";
import { signUpClosed } from "@/lib/features/system-settings/words";

const promises = [
  {
    Icon: Lock,
    title: "Only your family",
    text: "Nobody else sees your pictures. No ads, no strangers, no search engines.",
  },
  {
    Icon: CalendarHeart,
    title: "Month by month",
    text: "Photos and videos lie where you would look for them: in the year and month they belong to.",
  },
  {
    Icon: Hash,
    title: "Found again",
    text: "A few words or a #hashtag bring back the beach, the birthday and the first day of school.",
  },
] as const;

// Invented prints in the look's own colours: a visitor must never see a family's picture.
const prints = [
  "left-[4%] top-[14%] -rotate-6 bg-[linear-gradient(200deg,oklch(78%_0.09_230),oklch(66%_0.11_200)_55%,oklch(82%_0.09_85)_56%,oklch(74%_0.08_70))]",
  "right-[3%] top-[4%] rotate-5 bg-[radial-gradient(60%_40%_at_50%_30%,oklch(90%_0.06_60),transparent),linear-gradient(160deg,oklch(66%_0.13_30),oklch(48%_0.1_350))]",
  "left-[27%] top-[34%] rotate-2 z-10 bg-[linear-gradient(170deg,oklch(82%_0.06_240)_40%,oklch(58%_0.11_150)_41%,oklch(44%_0.09_150))]",
] as const;

/**
 * What visitors see at any path that is not for them (specification 2.1).
 * @param wantedPath where they wanted to go; Sign In leads back to it
 * @param isOpen whether people can make accounts without an invitation
 */
export function VisitorWelcome({
  appName,
  wantedPath,
  isOpen,
}: {
  appName: string;
  wantedPath: string | null;
  isOpen: boolean;
}) {
  const login = loginAddress(wantedPath);
  return (
    <VisitorShell
      appName={appName}
      aside={
        <Link href={login} className={buttonClasses({ variant: "secondary" })}>
          Sign In
        </Link>
      }
    >
      <div className="grid items-center gap-8 pt-4 md:grid-cols-[1.05fr_1fr] md:gap-12 md:pt-12">
        <div>
          <h1 className="text-[clamp(2.3rem,1.6rem+3vw,3.9rem)]">
            Your family's pictures, all in one warm place
          </h1>
          <p className="mt-5 max-w-[52ch] text-step-1 text-ink-soft">
            {appName} is a private album for families. Share the photos and videos of your days, love them
            together, and find them again years from now.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link href={login} className={buttonClasses({ size: "large" }, "max-md:flex-1")}>
              Sign In
            </Link>
            {isOpen && (
              <Link
                href="/organization/signup"
                className={buttonClasses({ variant: "secondary", size: "large" }, "max-md:flex-1")}
              >
                Create your family
              </Link>
            )}
          </div>
          {!isOpen && <p className="mt-5 max-w-[52ch] text-ink-soft">{signUpClosed}</p>}
        </div>
        <div
          aria-hidden="true"
          className="relative mx-auto aspect-[1.15] w-full max-w-[520px] max-md:order-first max-md:max-w-[300px]"
        >
          {prints.map((print) => (
            <div
              key={print}
              className={`absolute aspect-[0.82] w-[46%] rounded-3xl border-[10px] border-card shadow-2 max-md:border-[6px] ${print}`}
            />
          ))}
        </div>
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
