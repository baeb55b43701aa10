import type { Brand, DrawnLogo } from '@shared/brands';
import type { ReactNode } from 'react';

const marks: Record<DrawnLogo, ReactNode> = {
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
  /** A gate, read as an A. */
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
};

/** A drawn mark next to a name. It is decoration, so screen readers skip it. */
export function Logo({ of = 'main', className = 'size-7' }: { of?: DrawnLogo; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={`shrink-0 ${className}`}>
      {marks[of]}
    </svg>
  );
}

/** A brand's logo: a drawn mark, its picture, or its initial (src/shared/brands.ts). */
export function BrandLogo({ brand: { logo, name, colour }, className }: { brand: Brand; className: string }) {
  if (logo === 'main' || logo === 'alt') return <Logo of={logo} className={className} />;
  if (logo) return <img src={logo} alt="" className={`shrink-0 object-contain ${className}`} />;
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={`shrink-0 ${className}`}>
      <rect width="48" height="48" rx="13" fill={colour} />
      <text x="24" y="33.5" textAnchor="middle" fontSize="27" fontWeight="700" fill="#fff">
        {name[0]}
      </text>
    </svg>
  );
}
