const marks = {
  /** A headland over its mirror image in calm water, read as an M. */
  main: (
    <>
      <circle cx="24" cy="24" r="24" fill="#0f5c8c" />
      <path
        d="M9 27 18 13.5 24 22.5 30 13.5 39 27"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M11 34.5c2.2-2 4.3-2 6.5 0s4.3 2 6.5 0 4.3-2 6.5 0 4.3 2 6.5 0"
        fill="none"
        stroke="#8fd0f0"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="24" cy="10" r="2.6" fill="#ffc24b" />
    </>
  ),
  /** A gate one walks through, read as an A. */
  alt: (
    <>
      <rect width="48" height="48" rx="13" fill="#17694a" />
      <path
        d="M12.5 37 24 11.5 35.5 37"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M17.5 29.5h13" stroke="#9ee2c3" strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="24" cy="37" r="2.6" fill="#ffd98a" />
    </>
  ),
} as const;

export type LogoName = keyof typeof marks;

/** A brand's monogram; decoration beside the brand's name, so without a name of its own. */
export function Logo({ of = 'main', className = 'size-7' }: { of?: LogoName; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={`shrink-0 ${className}`}>
      {marks[of]}
    </svg>
  );
}
