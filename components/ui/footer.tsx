import Link from "next/link";

const legalPages = [
  { href: "/privacy", label: "Privacy" },
  { href: "/terms", label: "Terms" },
  { href: "/data-management", label: "Your data" },
  { href: "/family-safety", label: "Family safety" },
];
const help = { href: "/report-issue", label: "Report an issue" };

/** The footer's readers: super admins see only their own area (specification 2.3), so nothing here leads out of it. */
export type FooterReader = "visitor" | "user" | "superAdmin";

/** Unobtrusive: the name, the album's principles, and its rules. */
export function Footer({ appName, reader = "visitor" }: { appName: string; reader?: FooterReader }) {
  const links = reader === "user" ? [...legalPages, help] : legalPages;
  return (
    <footer className="mx-auto max-w-[1240px] px-3.5 pt-6 pb-[calc(var(--bottom-bar)+28px)] text-center text-step--1 text-ink-faint md:px-6 print:hidden">
      {appName} · Your family's photos, for your family only
      {reader !== "superAdmin" && (
        <nav aria-label="About this album">
          <ul className="mt-1 flex flex-wrap justify-center gap-x-1">
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  className="inline-flex min-h-11 items-center px-2.5 underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </footer>
  );
}
