/** The mark: two prints, the one in front with a heart. The same drawing as public/icons/icon.svg. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false" className={className}>
      <rect x="6" y="14" width="37" height="43" rx="9" fill="#fcbf5a" transform="rotate(-14 24.5 35.5)" />
      <g transform="rotate(7 37 31)">
        <rect x="16" y="6" width="42" height="50" rx="10" fill="#d93f58" />
        <path
          fill="#fff"
          d="M37 44.5c-8.6-5.2-13-9.9-13-15.2 0-4.2 3.1-7.3 7-7.3 2.5 0 4.7 1.2 6 3.3 1.3-2.1 3.5-3.3 6-3.3 3.9 0 7 3.1 7 7.3 0 5.3-4.4 10-13 15.2z"
        />
      </g>
    </svg>
  );
}
