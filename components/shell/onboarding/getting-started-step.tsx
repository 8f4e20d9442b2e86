import { Bell, House, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { useOwnName } from "@/components/account/profile/use-own-name";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { UserDto } from "@/lib/account/accounts/schema";

/** Step 1 of specification 4.2: what the wizard will ask, and why. */
export function GettingStartedStep({
  appName,
  user: initialUser,
  asksAddress,
  asksPassword,
  onContinue,
}: {
  appName: string;
  user: UserDto;
  asksAddress: boolean;
  asksPassword: boolean;
  onContinue: () => void;
}) {
  const { user, title, change, save, error, isBusy } = useOwnName(initialUser);
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (await save()) onContinue();
      }}
    >
      <p className="mt-2 text-ink-soft">
        Hello <strong className="text-ink">{user.displayName}</strong>, good to have you here. A few short
        steps, and your family's {appName} is yours. It takes about two minutes.
      </p>
      <ul className="my-6 grid gap-3">
        <Ahead icon={<House aria-hidden="true" />} title="Your profile">
          {asksAddress
            ? "Where printed photos should be sent. Only you and the people who print and deliver them see it."
            : "How we can reach you. Only you see it."}
        </Ahead>
        {asksPassword && (
          <Ahead icon={<KeyRound aria-hidden="true" />} title="A password">
            So that no one else can sign in as you.
          </Ahead>
        )}
        <Ahead icon={<Bell aria-hidden="true" />} title="Notifications">
          What you'd like to hear about, and what you wouldn't.
        </Ahead>
      </ul>
      <TextField
        label="What should we call you? (optional)"
        hint="Such as Mum, Grandad or Dr Lind. Your family sees this name."
        autoComplete="nickname"
        value={title}
        error={error}
        maxLength={60}
        onValueChange={change}
      />
      <Button type="submit" size="large" isBusy={isBusy} className="mt-6 w-full">
        Get Started
      </Button>
    </form>
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
