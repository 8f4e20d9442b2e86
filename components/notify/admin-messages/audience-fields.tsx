import type { UseFormRegister } from "react-hook-form";
import type { MessageForm } from "@/components/notify/admin-messages/message-form-schema";
import { Avatar } from "@/components/ui/avatar";
import type { FamilyUserDto } from "@/lib/family/families/schema";
import { counted } from "@/lib/shared/counted";

export interface AudienceFieldsProps {
  register: UseFormRegister<MessageForm>;
  audience: MessageForm["audience"];
  /** Everyone in the family with an account, except the author. */
  others: readonly FamilyUserDto[];
  error: string | undefined;
}

const line =
  "flex min-h-14 cursor-pointer items-center gap-3 rounded-2xl border border-line-strong bg-card px-4 py-2.5 has-checked:border-accent-strong has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong";

/** A message's recipients: everyone, the admins, or individual people. */
export function AudienceFields({ register, audience, others, error }: AudienceFieldsProps) {
  const admins = others.filter(({ role }) => role !== "member");
  const choices = [
    { value: "all", label: "Everyone in the family", hint: counted(others.length, "person", "people") },
    {
      value: "admins",
      label: "Owner and admins",
      hint: admins.length > 0 ? counted(admins.length, "person", "people") : "There's no one else yet",
    },
    { value: "chosen", label: "Only some", hint: "You choose them by name" },
  ] as const;
  return (
    <fieldset aria-describedby={error ? "audience-error" : undefined}>
      <legend className="mb-1.5 font-semibold">Who gets it?</legend>
      <div className="grid gap-2.5">
        {choices.map(({ value, label, hint }) => (
          <label key={value} className={line}>
            <input
              type="radio"
              value={value}
              {...register("audience")}
              className="size-5 flex-none accent-(--accent-strong)"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{label}</span>
              <span className="block text-step--1 text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      {audience === "chosen" && (
        <fieldset className="mt-3">
          <legend className="sr-only">People</legend>
          <div className="grid gap-2.5 sm:grid-cols-2">
            {others.map(({ id, displayName }) => (
              <label key={id} className={line}>
                <input
                  type="checkbox"
                  value={id}
                  {...register("chosen")}
                  className="size-5 flex-none accent-(--accent-strong)"
                />
                <Avatar name={displayName} className="size-9 text-step--1" />
                <span className="min-w-0 flex-1 truncate font-semibold">{displayName}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {error && (
        <p id="audience-error" role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
