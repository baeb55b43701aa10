import type { Brand } from '@shared/brands';

/** The seller and its contact. The year is fixed for each brand, not the current one (docs/visitors.md#visitors). */
export function Footer({ brand: { name, footer, contact } }: { brand: Brand }) {
  return (
    <footer className="border-t border-line bg-canvas text-lg text-ink-soft">
      <div className="mx-auto max-w-[1120px] px-4 py-8">
        <ul className="-my-1 flex flex-wrap gap-x-6">
          <li>
            <FooterLink href={contact.href}>Contact Support</FooterLink>
          </li>
          {footer.links.map(({ label, href }) => (
            <li key={href}>
              <FooterLink href={href}>{label}</FooterLink>
            </li>
          ))}
        </ul>
        {footer.lines.map((line) => (
          <p key={line} className="mt-4 max-w-[640px]">
            {line}
          </p>
        ))}
        <p className="mt-4" translate="no">
          © {footer.year} {name}
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="flex min-h-11 items-center underline underline-offset-2 hover:text-ink">
      {children}
    </a>
  );
}
