import Link from "next/link";

const ways = [
  { href: "/forgot-password", label: "Get a link by email" },
  { href: "/sms-reset", label: "Get a code by SMS" },
  { href: "/child-password-reset", label: "It's a child's account" },
] as const;

/** The other ways back in, and back to the sign-in page. */
export function RecoveryLinks({ here }: { here: (typeof ways)[number]["href"] }) {
  return (
    <ul className="mx-auto mt-4 flex max-w-[440px] flex-wrap justify-center gap-x-6">
      {[...ways.filter(({ href }) => href !== here), { href: "/login", label: "Back to Sign In" }].map(
        ({ href, label }) => (
          <li key={href}>
            <Link href={href} className="text-link inline-flex min-h-11 items-center">
              {label}
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}
