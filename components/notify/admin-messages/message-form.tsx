"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useServerForm } from "@/components/forms/use-server-form";
import { AudienceFields } from "@/components/notify/admin-messages/audience-fields";
import {
  type MessageForm as Fields,
  messageFormSchema,
  messageInput,
} from "@/components/notify/admin-messages/message-form-schema";
import { MessagePreview } from "@/components/notify/admin-messages/message-preview";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import type { FamilyUserDto } from "@/lib/family/families/schema";
import { adminMessagesKey, sendAdminMessage } from "@/lib/notify/admin-messages/client/queries";
import { maxMessageText, maxMessageTitle } from "@/lib/notify/admin-messages/schema";
import { counted } from "@/lib/shared/counted";
import { listed } from "@/lib/shared/listed";
import { randomKey } from "@/lib/shared/random-key";

const ConfirmDialog = fetchedPart(async () => (await import("@/components/ui/confirm-dialog")).ConfirmDialog);

const failed = "The message could not be sent. Please try again.";

const empty: Fields = { title: "", message: "", audience: "all", chosen: [] };

/** Writes a message to the family, shows a preview, and asks for confirmation before it is sent. */
export function MessageForm({ others }: { others: readonly FamilyUserDto[] }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Fields | null>(null);
  // Reused until the message is sent, so that a retry after a lost answer doesn't send it twice.
  const key = useRef<{ for: string; key: string } | null>(null);
  const { form, submit, errorOf } = useServerForm({
    schema: messageFormSchema,
    defaultValues: empty,
    send: async (fields) => {
      sending.setError(null);
      setAsked(fields);
    },
    failed,
  });
  const { title, message, audience } = form.watch();

  function keyFor(fields: Fields): string {
    const content = JSON.stringify(fields);
    if (key.current?.for !== content) key.current = { for: content, key: randomKey() };
    return key.current.key;
  }

  const sending = useAction(
    async (fields: Fields) => {
      const { recipients } = await sendAdminMessage(messageInput(fields), keyFor(fields));
      key.current = null;
      form.reset(empty);
      toast({ title: "Message sent", description: `It went to ${counted(recipients, "person", "people")}.` });
      void queryClient.invalidateQueries({ queryKey: adminMessagesKey });
    },
    { fallback: failed, onSettled: () => setAsked(null) },
  );

  return (
    <Card aria-labelledby="write-message">
      <h2 id="write-message" className="mb-4">
        Write to the family
      </h2>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormAlert message={sending.error} />
        <FormField label="Title" error={errorOf("title")}>
          {(control) => (
            <Input {...control} {...form.register("title")} maxLength={maxMessageTitle} autoComplete="off" />
          )}
        </FormField>
        <FormField label="Message" error={errorOf("message")}>
          {(control) => (
            <Textarea {...control} {...form.register("message")} rows={5} maxLength={maxMessageText} />
          )}
        </FormField>
        <AudienceFields
          register={form.register}
          audience={audience}
          others={others}
          error={errorOf("audience")}
        />
        <MessagePreview title={title} message={message} />
        <Button type="submit" size="large" className="w-full" isBusy={sending.isBusy}>
          <Send aria-hidden="true" />
          Send
        </Button>
      </form>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          variant="primary"
          title={`Send “${asked.title}”?`}
          description={`${describeRecipients(asked, others)} It appears in their notifications, and on their phones if they allow it. You can't take it back.`}
          confirmLabel="Send it"
          isBusy={sending.isBusy}
          onConfirm={() => void sending.run(asked)}
        />
      )}
    </Card>
  );
}

function describeRecipients({ audience, chosen }: Fields, others: readonly FamilyUserDto[]): string {
  if (audience === "all")
    return `It goes to everyone in the family: ${counted(others.length, "person", "people")}.`;
  if (audience === "admins") return "It goes to the family's owner and admins.";
  const names = others.filter(({ id }) => chosen.includes(id)).map(({ displayName }) => displayName);
  return `It goes to ${listed(names)}.`;
}
