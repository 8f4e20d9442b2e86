import { usePreferences } from "@/components/ui/preferences";
import { QrCode } from "@/components/ui/qr-code";
import { pairingPath } from "@/lib/album/screens/pairing-path";
import type { ScreenCodeDto } from "@/lib/album/screens/schema";

/** Explains how a family can bring their album onto this screen. */
export function ShowCode({ code: shown }: { code: ScreenCodeDto | null }) {
  const { appName } = usePreferences();
  return (
    <div className="flex h-full flex-wrap content-center items-center justify-center gap-x-[8vmin] gap-y-[5vmin] overflow-auto p-[5vmin]">
      <div className="max-w-[92vmin]">
        <h1 className="font-display text-[max(26px,6vmin)] leading-tight text-balance">
          Show your photos on this screen
        </h1>
        <p className="mt-[2vmin] text-[max(17px,3.2vmin)] text-white/85">
          Scan the code with your phone, or open {appName} there, choose <b>TVs and frames</b> in the menu,
          and enter:
        </p>
        {shown ? (
          <output
            aria-label={`Code ${[...shown.code].join(" ")}`}
            className="mt-[3vmin] block font-mono text-[max(40px,14vmin)] leading-none font-bold tracking-[0.12em] whitespace-nowrap"
          >
            {shown.code.slice(0, 3)}
            <span className="ml-[0.25em]">{shown.code.slice(3)}</span>
          </output>
        ) : (
          <p role="status" className="mt-[3vmin] text-[max(20px,4vmin)] text-white/70">
            Getting a code…
          </p>
        )}
      </div>
      {shown && (
        <QrCode
          text={`${window.location.origin}${pairingPath(shown.code)}`}
          label="Opens the page on your phone where you can pair this screen"
          className="w-[min(44vmin,80vw)]"
        />
      )}
    </div>
  );
}
