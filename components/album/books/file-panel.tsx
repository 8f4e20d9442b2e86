"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Gift, Printer } from "lucide-react";
import Link from "next/link";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { Progress } from "@/components/ui/progress";
import { bookKey, cancelBookFile, makeBookFile } from "@/lib/album/books/client/queries";
import type { BookDto } from "@/lib/album/books/schema";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

export interface FilePanelProps {
  book: BookDto;
  /** There are changes that the server's file doesn't have. */
  isDirty: boolean;
  /** Saves the changes. @returns whether everything is saved */
  onSave: () => Promise<boolean>;
}

/** Creates and downloads a book's PDF. */
export function FilePanel({ book, isDirty, onSave }: FilePanelProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const { id, file } = book;
  // Without a payment provider only admins see the shop, to set one up.
  const mayOrder = user !== null && !user.isChild && (user.offers.gifts || user.isAdmin);
  const { run, error, busyWith } = useAction(async (wanted: "make" | "cancel") => {
    if (wanted === "make") {
      if (await onSave()) client.setQueryData(bookKey(id), await makeBookFile(id));
      return;
    }
    await cancelBookFile(id);
    await client.invalidateQueries({ queryKey: bookKey(id) });
  });
  const isReady = file.state === "ready" && file.url !== null && !isDirty;
  return (
    <section aria-labelledby="book-file" className="card grid gap-3">
      <h2 id="book-file" className="text-step-1">
        For a printer
      </h2>
      <p className="text-ink-soft">
        A PDF with 3 mm of bleed, photos in full quality and the cover with its spine. Any print shop can use
        it.
      </p>
      <div aria-live="polite">
        {file.state === "making" && (
          <>
            <Progress percent={file.progress} label="Making the PDF" />
            <p className="mt-1.5 text-step--1 text-ink-soft">
              Making the PDF. You can leave this page; it continues on the server.
            </p>
          </>
        )}
        {isReady && file.problems > 0 && (
          <p>
            {counted(file.problems, "photo")} couldn't be read, so{" "}
            {file.problems === 1 ? "its place is" : "their places are"} empty.
          </p>
        )}
        {(file.state === "outdated" || (file.state === "ready" && isDirty)) && (
          <p>It has changed since its PDF was made.</p>
        )}
        {file.state === "failed" && <p>The PDF couldn't be made. Please try again.</p>}
      </div>
      <FormAlert message={error} />
      <div className="flex flex-wrap gap-2">
        {isReady && file.url && (
          <a href={file.url} download className={buttonClasses()}>
            <Download aria-hidden="true" />
            Download PDF{file.bytes === null ? "" : `, ${megabytes(file.bytes)}`}
          </a>
        )}
        {isReady && mayOrder && book.kind === "book" && book.format === "square" && (
          <Link
            href={`/gift-shop?book=${id}`}
            prefetch={false}
            className={buttonClasses({ variant: "secondary" })}
          >
            <Gift aria-hidden="true" />
            Order it printed
          </Link>
        )}
        {file.state === "making" ? (
          <Button variant="ghost" isBusy={busyWith === "cancel"} onClick={() => void run("cancel")}>
            Cancel
          </Button>
        ) : (
          !isReady && (
            <Button isBusy={busyWith === "make"} onClick={() => void run("make")}>
              <Printer aria-hidden="true" />
              Make the PDF
            </Button>
          )
        )}
      </div>
    </section>
  );
}
