"use client";

import { Check } from "lucide-react";
import { chooseQuality, useQualityChoice } from "@/components/album/media/viewer/quality-choice";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import type { QualityChoice } from "@/lib/album/media/video-quality";

/** Auto, 360p, or the sharpest there is. */
export function QualityMenuContent({ trigger, sharpName }: LazyMenuContentProps & { sharpName: string }) {
  const choice = useQualityChoice();
  const entries: [QualityChoice, string][] = [
    ["auto", "Auto"],
    ["360", "360p"],
    ["720", sharpName],
  ];
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="center">
        <DropdownMenuRadioGroup
          value={choice}
          onValueChange={(value) => chooseQuality(value as QualityChoice)}
        >
          {entries.map(([value, name]) => (
            <DropdownMenuRadioItem key={value} value={value}>
              {name}
              {value === choice && <Check aria-hidden="true" className="ml-auto" />}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
