import coastline from '@/assets/coastline.svg';
import { Logo } from '@/components/logo';
import { Part } from '@/components/part';
import { Notices } from '@/layouts/admin/notices';
import { clearToasts, useToasts } from '@/hooks/use-toasts';
import { type ReactNode, useEffect } from 'react';

/** The sign-in pages: a white card with the logo on a picture of a coast (docs/people.md#sessions-and-signing-in). */
export default function AuthLayout({ children }: { children: ReactNode }) {
  useToasts();
  // a refusal shown before a successful sign-in is out of date after it
  useEffect(() => () => void clearToasts(), []);
  return (
    <div data-ground className="relative isolate grid min-h-dvh place-items-center bg-[#2b3a63] px-4 py-20">
      <div className="fixed inset-x-0 top-0 z-30">
        <Notices />
      </div>
      <img src={coastline} alt="" className="fixed inset-0 -z-10 size-full object-cover object-[60%_100%]" />
      <main className="relative w-full max-w-[810px] rounded-lg bg-surface px-6 pt-20 pb-14 shadow-float [--control-height:2.75rem] [--control-text:1rem]">
        <span className="absolute -top-14 left-1/2 -translate-x-1/2 rounded-full bg-surface p-2 shadow-float">
          <Logo className="size-24" />
        </span>
        <div className="mx-auto max-w-sm">
          <Part name="Screen">{children}</Part>
        </div>
      </main>
    </div>
  );
}
