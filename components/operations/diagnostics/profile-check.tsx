import Link from "next/link";
import { Facts, StateBadge } from "@/components/operations/diagnostics/facts";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import type { UserDto } from "@/lib/account/accounts/schema";

interface Check {
  name: string;
  isFine: boolean;
  /** What it would be useful for, if it is missing. */
  missing: string;
  /** Not everyone needs it. */
  isOptional?: boolean;
}

function checksOf(user: UserDto): Check[] {
  return [
    {
      name: "Email address",
      isFine: Boolean(user.email),
      missing: "without it you can't recover your password",
    },
    { name: "Phone number", isFine: Boolean(user.phoneNumber), missing: "prints can't be delivered" },
    { name: "Full name", isFine: Boolean(user.addressFullName), missing: "prints can't be delivered" },
    { name: "Street", isFine: Boolean(user.addressLine1), missing: "prints can't be delivered" },
    {
      name: "Second address line",
      isFine: Boolean(user.addressLine2),
      missing: "fine for most",
      isOptional: true,
    },
    { name: "City", isFine: Boolean(user.addressCity), missing: "prints can't be delivered" },
    { name: "Postcode", isFine: Boolean(user.addressPostcode), missing: "prints can't be delivered" },
    {
      name: "What you'd like to be called",
      isFine: Boolean(user.title),
      missing: "the username is shown",
      isOptional: true,
    },
    {
      name: "Password",
      isFine: user.hasPassword && !user.passwordTemporary,
      missing: "none, or a temporary one",
    },
    { name: "Setup", isFine: user.onboardingCompleted, missing: "the setup wizard will appear again" },
  ];
}

/** The filled-in parts of the person's profile, and the avatar in each size. */
export function ProfileCheck({ user, avatarService }: { user: UserDto; avatarService: string | null }) {
  const checks = checksOf(user);
  const needed = checks.filter(({ isOptional }) => !isOptional);
  const fine = needed.filter(({ isFine }) => isFine).length;
  const name = user.displayName;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <Card aria-labelledby="complete">
        <h2 id="complete" className="mb-1">
          {fine === needed.length
            ? "Your profile is complete"
            : `${fine} of ${needed.length} items filled in`}
        </h2>
        <p className="mb-4 text-ink-soft">
          <Link href="/profile" className="text-link">
            Change it on your profile
          </Link>
        </p>
        <ul className="divide-y divide-line">
          {checks.map(({ name: what, isFine, missing, isOptional }) => (
            <li key={what} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
              <span>{what}</span>
              <StateBadge state={isFine ? "fine" : isOptional ? "waiting" : "wrong"}>
                {isFine ? "Filled in" : `Missing: ${missing}`}
              </StateBadge>
            </li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="avatar" className="self-start">
        <h2 id="avatar" className="mb-4">
          Your avatar
        </h2>
        <div className="mb-5 flex flex-wrap items-end gap-6">
          <Avatar name={name} size="small" />
          <Avatar name={name} />
          <Avatar name={name} size="large" />
        </div>
        <Facts
          facts={[
            ["Drawn for", name],
            [
              "By",
              avatarService ? `the service ${avatarService}` : "this server, so the name goes nowhere else",
            ],
            ["Username", user.username],
            ["Role", user.currentFamily?.role ?? "none"],
          ]}
        />
      </Card>
    </div>
  );
}
