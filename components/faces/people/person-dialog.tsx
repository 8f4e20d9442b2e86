"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { leaveOutPerson, memoryPeopleKey, memoryPeopleOptions } from "@/lib/album/memories/client/queries";
import {
  neverRecognizePerson,
  recognitionKey,
  recognitionOptions,
} from "@/lib/faces/recognition/client/queries";
import {
  createPerson,
  deletePerson,
  peopleKey,
  updatePerson,
  usersKey,
  usersOptions,
} from "@/lib/family/families/client/queries";
import type { FamilyMemberDto, FamilyUserDto } from "@/lib/family/families/schema";
import { changedFields } from "@/lib/shared/changed-fields";

export interface PersonDialogProps {
  familyId: string;
  /** null for someone new. */
  person: FamilyMemberDto | null;
  onClose: () => void;
}

function useRefreshFamily(familyId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const keys = [peopleKey(familyId), usersKey, recognitionKey, memoryPeopleKey];
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

const nicknameHint = (person: FamilyMemberDto | null) =>
  person && person.displayName !== (person.nickname ?? person.name)
    ? `What the family calls them. They chose ${person.displayName} themselves, and that's what everyone sees.`
    : "What the family calls them. Shown instead of the name.";

function useIsLeftOut(person: FamilyMemberDto | null): boolean {
  const { data: people } = useQuery(memoryPeopleOptions());
  return people?.some(({ id, isLeftOut }) => isLeftOut && id === person?.id) ?? false;
}

/** The settings about a person as chosen in the dialog, which start as they were saved. */
function useRules(
  person: FamilyMemberDto | null,
): PersonRulesProps & { saveRules: (id: string) => Promise<void> } {
  const { data: recognition } = useQuery(recognitionOptions());
  const isMarked = Boolean(person && recognition?.neverRecognized.includes(person.id));
  const [mark, setMark] = useState<boolean | null>(null);
  const isLeftOut = useIsLeftOut(person);
  const [leaveOut, setLeaveOut] = useState<boolean | null>(null);
  async function saveRules(id: string) {
    if (mark !== null && mark !== isMarked) await neverRecognizePerson(id, mark);
    if (leaveOut !== null && leaveOut !== isLeftOut) await leaveOutPerson(id, leaveOut);
  }
  return {
    isLeftOut: leaveOut ?? isLeftOut,
    isMarked: mark ?? isMarked,
    onLeaveOut: setLeaveOut,
    onMark: setMark,
    saveRules,
  };
}

const fieldsOf = (person: FamilyMemberDto | null) => ({
  name: person?.name ?? "",
  nickname: person?.nickname ?? "",
  birthDate: person?.birthDate ?? "",
});

/** A person's name, nickname, birthday and account. The typed text stays if saving fails. */
export function PersonDialog({ familyId, person, onClose }: PersonDialogProps) {
  const refresh = useRefreshFamily(familyId);
  const { data: users } = useQuery(usersOptions());
  const [opened] = useState(() => fieldsOf(person));
  const [name, setName] = useState(opened.name);
  const [nickname, setNickname] = useState(opened.nickname);
  const [birthDate, setBirthDate] = useState(opened.birthDate);
  const [userId, setUserId] = useState("");
  const { saveRules, ...rules } = useRules(person);
  const [isRemoving, setIsRemoving] = useState(false);
  const hasAccount = Boolean(person?.userId);
  const { run, isBusy, error, errorOf, setError } = useAction(
    async (change: () => Promise<string>) => {
      const title = await change();
      await refresh();
      toast({ title });
      onClose();
    },
    {
      fallback: "It could not be saved. Please try again.",
      fields: ["name", "nickname", "birthDate", "userId"],
      onFailure: () => setIsRemoving(false),
    },
  );

  async function save() {
    const values = { name: name.trim(), nickname: nickname.trim(), birthDate };
    const account = userId ? { userId } : {};
    if (!person) {
      await createPerson({ ...values, ...account });
      return `${values.name} was added`;
    }
    await saveRules(person.id);
    const change = { ...changedFields(opened, values), ...account };
    if (Object.keys(change).length > 0) await updatePerson(person.id, change);
    return "Saved";
  }

  if (isRemoving && person) {
    return (
      <RemoveQuestion
        displayName={person.displayName}
        isBusy={isBusy}
        onConfirm={() =>
          void run(async () => {
            await deletePerson(person.id);
            return `${person.displayName} was removed`;
          })
        }
        onCancel={() => setIsRemoving(false)}
      />
    );
  }
  return (
    <FormDialog
      title={person ? `Edit ${person.displayName}` : "Add a family member"}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      extra={
        person &&
        !hasAccount && (
          <Button variant="ghost" className="md:mr-auto" onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        )
      }
      onSubmit={() => (name.trim() ? void run(save) : setError("Name is required", "name"))}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <TextField label="Name" error={errorOf("name")} value={name} maxLength={80} onValueChange={setName} />
      <TextField
        label="Nickname"
        hint={nicknameHint(person)}
        error={errorOf("nickname")}
        value={nickname}
        maxLength={80}
        onValueChange={setNickname}
      />
      <TextField
        label="Birthday"
        error={errorOf("birthDate")}
        type="date"
        value={birthDate}
        min="1900-01-01"
        onValueChange={setBirthDate}
      />
      {!hasAccount && users && users.length > 0 && (
        <AccountChoice users={users} chosen={userId} error={errorOf("userId")} onChoose={setUserId} />
      )}
      {person && <PersonRules {...rules} />}
    </FormDialog>
  );
}

interface PersonRulesProps {
  isLeftOut: boolean;
  isMarked: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
  onMark: (isMarked: boolean) => void;
}

/** The settings about a person that only the family's admins can change. */
function PersonRules({ isLeftOut, isMarked, onLeaveOut, onMark }: PersonRulesProps) {
  return (
    <>
      <SettingSwitch
        label="Leave out of memories"
        hint="For someone who has left or died. Photos of them stay in the album, but nobody is reminded of them."
        checked={isLeftOut}
        onChange={onLeaveOut}
      />
      <SettingSwitch
        label="Never look for this face"
        hint="For example, for a child. All faces in photos this person is tagged in are erased, and those photos are never searched for faces again."
        checked={isMarked}
        onChange={onMark}
      />
    </>
  );
}

interface RemoveQuestionProps {
  displayName: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function RemoveQuestion({ displayName, isBusy, onConfirm, onCancel }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={`Remove ${displayName}?`}
      description="Their name and birthday are removed from the album. The photos stay."
      confirmLabel="Remove"
      isBusy={isBusy}
      onConfirm={onConfirm}
    />
  );
}

interface AccountChoiceProps {
  users: readonly FamilyUserDto[];
  /** The account's id; empty for none. */
  chosen: string;
  error: string | undefined;
  onChoose: (userId: string) => void;
}

function AccountChoice({ users, chosen, error, onChoose }: AccountChoiceProps) {
  return (
    <FormField
      label="Account"
      hint="Choose one if this person has an account now. The two entries become one."
      error={error}
    >
      {(control) => (
        <Select {...control} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">No account</option>
          {users.map((user) => (
            <option key={user.id} value={user.id}>
              {user.displayName}
              {user.email && ` (${user.email})`}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
