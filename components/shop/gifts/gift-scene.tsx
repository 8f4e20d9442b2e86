/** A little landscape in place of a picture that hasn't been chosen yet. */
export function GiftScene() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 90"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <rect width="120" height="90" fill="#fbd9b5" />
      <rect width="120" height="38" fill="#f9c9b0" />
      <circle cx="84" cy="34" r="13" fill="#fff2cf" />
      <path d="M0 52c18-14 34-14 52-4s40 4 68-8v50H0z" fill="#e2868a" />
      <path d="M0 64c24-12 44-4 62 2s38 2 58-8v32H0z" fill="#b85a78" />
      <path d="M0 78c26-10 52-6 74-2s32 0 46-4v18H0z" fill="#6d3a5c" />
      <g fill="#4a2543">
        <circle cx="45" cy="66" r="2.6" />
        <path d="M42.4 78c0-6 .4-9 2.6-9s2.6 3 2.6 9z" />
        <circle cx="54" cy="69.5" r="2" />
        <path d="M52 78c0-4.4.3-6 2-6s2 1.6 2 6z" />
      </g>
    </svg>
  );
}
