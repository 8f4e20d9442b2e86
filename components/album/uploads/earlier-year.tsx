import { useState } from "react";
import { BeginEarlier } from "@/components/album/uploads/begin-earlier";
import { useFirstYear } from "@/components/session/use-first-year";
import { TextField } from "@/components/ui/text-field";
import { oldestYear } from "@/lib/shared/album-years";

/** Asks for a year before those that the album has, as for a scanned photo. */
export function EarlierYear({ onBegun }: { onBegun: (year: number) => void }) {
  const firstYear = useFirstYear();
  const [text, setText] = useState("");
  const year = /^\d{4}$/.test(text) ? Number(text) : null;
  const isEarlier = year !== null && year >= oldestYear && year < firstYear;
  return (
    <div className="grid gap-3">
      <TextField
        label="Earlier year"
        hint={`Any from ${oldestYear} to ${firstYear - 1}`}
        value={text}
        maxLength={4}
        inputMode="numeric"
        onValueChange={setText}
      />
      {isEarlier && <BeginEarlier year={year} onBegun={() => onBegun(year)} />}
    </div>
  );
}
