/** Quiet: the name, and what the house stands for. */
export function Footer({ appName }: { appName: string }) {
  return (
    <footer className="mx-auto max-w-[1240px] px-3.5 pt-6 pb-[calc(var(--bottom-bar)+28px)] text-center text-step--1 text-ink-faint md:px-6">
      {appName} · Your family's pictures, for your family only
    </footer>
  );
}
