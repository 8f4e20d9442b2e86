import { useState } from "react";
import { PeopleMatching } from "@/components/album/imports/people-matching";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { actOnImport, saveChoices } from "@/lib/album/imports/client/queries";
import { describeReport, entryReasonTexts } from "@/lib/album/imports/import-text";
import type { ChoicesInput, ImportDto, ImportReport } from "@/lib/album/imports/schema";
import { counted } from "@/lib/shared/counted";
import { formatDay } from "@/lib/shared/day-text";

const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), "UTC");

/** The findings as sentences; anything that wasn't found is left out. */
function* factsOf(report: ImportReport, canAddPeople: boolean): Generator<string> {
  const { livePhotos, albums, favorites, described, placed, known, repeated, edited } = report;
  if (livePhotos > 0) yield `${counted(livePhotos, "photo")} with a moving part.`;
  if (albums.length > 0)
    yield `${counted(albums.length, "album")}: ${someOf(albums.map(({ name }) => name))}.`;
  if (favorites > 0) yield `${counted(favorites, "favourite")}, which become yours here.`;
  if (described > 0) yield `${counted(described, "description")}, and ${counted(placed, "place")}.`;
  const { comments, hearts } = report;
  if (canAddPeople && comments + hearts > 0)
    yield `${counted(comments, "comment")} and ${counted(hearts, "heart")} from other people, under their names.`;
  if (canAddPeople && report.notices > 0) yield `${counted(report.notices, "notice")} on the board.`;
  if (canAddPeople && report.printOrders > 0)
    yield `${counted(report.printOrders, "print order")} to look up. Nothing is ordered or paid again.`;
  if (edited > 0) yield `${counted(edited, "edited copy", "edited copies")} beside their originals.`;
  if (known > 0)
    yield `${counted(known, "file is", "files are")} probably in the album already, and won't be added again.`;
  if (repeated > 0)
    yield `${counted(repeated, "file is", "files are")} in it more than once, and will be added once.`;
}

function* concernsOf(report: ImportReport, canAddPeople: boolean): Generator<string> {
  const { undated, beforeAlbum, firstYear, withoutFile, left } = report;
  if (undated > 0)
    yield [
      `${counted(undated, "file has", "files have")} no date yet: the import looks for it inside.`,
      "Anything without one goes under an unknown month of its year.",
      canAddPeople
        ? "If something is older than the album, the album will begin earlier."
        : "Anything older than the album will be skipped.",
    ].join(" ");
  if (beforeAlbum > 0) {
    yield canAddPeople
      ? `${counted(beforeAlbum, "file is", "files are")} older than the album, which will begin in ${firstYear}.`
      : `${counted(beforeAlbum, "file is", "files are")} older than the album and will be skipped. An admin can let it begin in ${firstYear}.`;
  }
  if (!canAddPeople && report.comments + report.hearts > 0)
    yield "Other people's comments and hearts are only included if an admin imports them.";
  if (withoutFile > 0)
    yield `${counted(withoutFile, "photo is", "photos are")} listed but not included. Is a part missing?`;
  for (const { reason, count } of left)
    yield `${counted(count, "file")} skipped: ${entryReasonTexts[reason]}.`;
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

export interface DryRunProps {
  value: ImportDto;
  familyId: string;
  canAddPeople: boolean;
  onChange: (changed: ImportDto) => void;
}

/** The contents of the archives, and what to do with them. Nothing is added until the button is pressed. */
export function DryRun({ value, familyId, canAddPeople, onChange }: DryRunProps) {
  const { id, report } = value;
  const [choices, setChoices] = useState<ChoicesInput>(value.choices);
  const { run, isBusy, error } = useAction(async () => {
    await saveChoices(id, choices);
    onChange(await actOnImport(id, "start"));
  });
  const change = (part: Partial<ChoicesInput>) => setChoices((before) => ({ ...before, ...part }));
  const facts = [...factsOf(report, canAddPeople)];
  const concerns = [...concernsOf(report, canAddPeople)];
  return (
    <div className="grid gap-4">
      <p className="text-step-1">{describeReport(report, day)}.</p>
      <FactList facts={facts} />
      {concerns.length > 0 && (
        <div>
          <h3 className="font-semibold">Good to know</h3>
          <FactList facts={concerns} />
        </div>
      )}
      <div className="divide-y divide-line">
        {report.archived > 0 && (
          <SettingSwitch
            label={`Import ${counted(report.archived, "archived photo")}`}
            hint="Photos you had hidden from the timeline there. Here, the family would see them."
            checked={choices.takesArchived}
            onChange={(takesArchived) => change({ takesArchived })}
          />
        )}
        {report.trashed > 0 && (
          <SettingSwitch
            label={`Import ${counted(report.trashed, "photo")} from the bin`}
            hint="Photos you had deleted there."
            checked={choices.takesTrashed}
            onChange={(takesTrashed) => change({ takesTrashed })}
          />
        )}
        {report.locked > 0 && (
          <SettingSwitch
            label={`Import ${counted(report.locked, "photo")} from the locked folder`}
            hint="Nobody else could see these there. Here, the family would."
            checked={choices.takesLocked}
            onChange={(takesLocked) => change({ takesLocked })}
          />
        )}
      </div>
      {report.people.length > 0 && (
        <PeopleMatching
          names={report.people}
          people={choices.people}
          familyId={familyId}
          canAddPeople={canAddPeople}
          onChange={(people) => change({ people })}
        />
      )}
      <FormAlert message={error} />
      <Button onClick={() => void run()} isBusy={isBusy} className="justify-self-start">
        Start importing
      </Button>
    </div>
  );
}

function FactList({ facts }: { facts: string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
      {facts.map((fact) => (
        <li key={fact} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  );
}
