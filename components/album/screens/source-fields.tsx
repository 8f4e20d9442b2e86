import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import type { ShowSource } from "@/lib/album/screens/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { sourceTexts } from "@/lib/album/screens/show-text";
import { monthTitle } from "@/lib/shared/months";

type Kind = ShowSource["kind"];

const kinds = Object.keys(sourceTexts) as Kind[];
const monthValue = ({ year, month }: { year: number; month: number }) => `${year}-${month}`;

/** The options for each kind that needs a further choice. */
function choicesOf(kind: Kind, { albums, people, months }: ShowChoices) {
  const named = (list: ShowChoices["albums"]) => list.map(({ id, name }) => ({ value: id, label: name }));
  if (kind === "album") return named(albums);
  if (kind === "person") return named(people);
  if (kind !== "month") return null;
  return months.map((month) => ({ value: monthValue(month), label: monthTitle(month) }));
}

function sourceOf(kind: Kind, value: string): ShowSource {
  if (kind === "album") return { kind, albumId: value };
  if (kind === "person") return { kind, memberId: value };
  if (kind !== "month") return { kind };
  const [year = 0, month = 0] = value.split("-").map(Number);
  return { kind, year, month };
}

function chosenIn(source: ShowSource): string {
  if (source.kind === "album") return source.albumId;
  if (source.kind === "person") return source.memberId;
  return source.kind === "month" ? monthValue(source) : "";
}

const whichLabels: Partial<Record<Kind, string>> = {
  month: "Which month",
  album: "Which album",
  person: "Who",
};

export interface SourceFieldsProps {
  source: ShowSource;
  choices: ShowChoices;
  error: string | undefined;
  onChange: (source: ShowSource) => void;
}

/** Chooses what a TV or frame shows. */
export function SourceFields({ source, choices, error, onChange }: SourceFieldsProps) {
  const offered = kinds.filter((kind) => choicesOf(kind, choices)?.length !== 0);
  const which = choicesOf(source.kind, choices);
  return (
    <>
      <FormField label="What it shows" error={which ? undefined : error}>
        {(control) => (
          <Select
            {...control}
            value={source.kind}
            onChange={({ currentTarget }) => {
              const kind = kinds.find((one) => one === currentTarget.value) ?? "everything";
              onChange(sourceOf(kind, choicesOf(kind, choices)?.[0]?.value ?? ""));
            }}
          >
            {offered.map((kind) => (
              <option key={kind} value={kind}>
                {sourceTexts[kind]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {which && (
        <FormField label={whichLabels[source.kind]} error={error}>
          {(control) => (
            <Select
              {...control}
              value={chosenIn(source)}
              onChange={({ currentTarget }) => onChange(sourceOf(source.kind, currentTarget.value))}
            >
              {which.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
    </>
  );
}
