import { Bell, House, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** Step 1 of specification 4.2: what is going to be asked, and why. */
export function GettingStartedStep({
  appName,
  username,
  asksAddress,
  asksPassword,
  onContinue,
}: {
  appName: string;
  username: string;
  asksAddress: boolean;
  asksPassword: boolean;
  onContinue: () => void;
}) {
  return (
    <>
      <p className="mt-2 text-ink-soft">
        Hello <strong className="text-ink">{username}</strong>, good to have you here. A few short things, and
        your family's {appName} is yours. It takes about two minutes.
      </p>
      <ul className="my-6 grid gap-3">
        <Ahead icon={<House aria-hidden="true" />} title="Your profile">
          {asksAddress
            ? "Where printed photos should be sent. Only you, and whoever prints and delivers them, see it."
            : "How we can reach you. Only you see it."}
        </Ahead>
        {asksPassword && (
          <Ahead icon={<KeyRound aria-hidden="true" />} title="A password">
            So that the album opens for you and for nobody else.
          </Ahead>
        )}
        <Ahead icon={<Bell aria-hidden="true" />} title="Notifications">
          What you would like to hear about, and what not.
        </Ahead>
      </ul>
      <Button size="large" className="w-full" onClick={onContinue}>
        Get Started
      </Button>
    </>
  );
}

function Ahead({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-2xl bg-sunk p-4 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:flex-none [&>svg]:text-accent-strong">
      {icon}
      <div>
        <h2 className="text-step-0 font-semibold">{title}</h2>
        <p className="text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
