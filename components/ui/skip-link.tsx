/** The keyboard's first stop: skips the header, to the element with the id "main". */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="button button-primary fixed top-3 left-3 z-50 -translate-y-20 focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  );
}
