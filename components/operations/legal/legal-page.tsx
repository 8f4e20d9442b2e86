import type { ReactNode } from "react";

export interface LegalSection {
  /** Anchor in the address. */
  id: string;
  title: string;
  body: ReactNode;
}

export interface LegalPageProps {
  title: string;
  /** The whole page in two sentences. */
  lead: ReactNode;
  /** ISO date of the text's last change. */
  changedOn: string;
  sections: readonly LegalSection[];
}

const legalDateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A text page: a summary, a table of contents, and the sections. Works without scripts, and in print. */
export function LegalPage({ title, lead, changedOn, sections }: LegalPageProps) {
  return (
    <article className="wrap-break-word mx-auto grid max-w-[1040px] grid-cols-[minmax(0,1fr)] gap-8 pt-2 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-12">
      <header className="lg:col-span-2">
        <h1>{title}</h1>
        <p className="mt-3 max-w-[65ch] text-step-1 text-ink-soft">{lead}</p>
        <p className="mt-3 text-step--1 text-ink-faint">
          Last changed on <time dateTime={changedOn}>{legalDateFormat.format(new Date(changedOn))}</time>
        </p>
      </header>
      <nav aria-label="On this page" className="self-start lg:sticky lg:top-24 print:hidden">
        <h2 className="text-step--1 font-semibold text-ink-soft">On this page</h2>
        <ol className="mt-1 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center leading-snug text-ink underline-offset-4 hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid max-w-[68ch] gap-9">
        {sections.map(({ id, title: name, body }) => (
          <section key={id} aria-labelledby={id} className="break-inside-avoid-page">
            <h2 id={id} className="scroll-mt-24 text-step-2">
              {name}
            </h2>
            <div className="mt-3 grid gap-3 leading-relaxed [&_a]:text-accent-strong [&_a]:underline [&_a]:underline-offset-4 [&_li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_td]:py-2 [&_td]:align-top [&_th]:py-2 [&_th]:pr-5 [&_th]:text-left [&_th]:align-top [&_ul]:list-disc [&_ul]:pl-6">
              {body}
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}
