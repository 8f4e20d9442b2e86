import { FileArchive } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDropzone } from "react-dropzone";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { FormAlert } from "@/components/ui/form-alert";
import { Progress } from "@/components/ui/progress";
import { sendArchive } from "@/lib/album/imports/client/archive-upload";
import { actOnImport } from "@/lib/album/imports/client/queries";
import type { ImportDto } from "@/lib/album/imports/schema";
import { errorMessage } from "@/lib/http/api-error";
import { megabytes } from "@/lib/shared/megabytes";

interface Sending {
  file: File;
  percent: number;
}

/** Takes the parts of an export and uploads them one after the other; choosing the same file again resumes. */
export function ArchiveDrop({
  value,
  onChange,
}: {
  value: ImportDto;
  onChange: (changed: ImportDto) => void;
}) {
  const [queue, setQueue] = useState<Sending[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [arrived, setArrived] = useState<string[]>([]);
  const isSending = useRef(false);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const { run: read, isBusy, error } = useAction(async () => onChange(await actOnImport(value.id, "read")));

  async function send(files: readonly File[]) {
    const waiting = files.map((file) => ({ file, percent: 0 }));
    setQueue((before) => [...before, ...waiting]);
    setFault(null);
    if (isSending.current) return;
    isSending.current = true;
    const { signal } = leaving.current ?? new AbortController();
    try {
      for (const { file } of waiting) {
        const show = (percent: number) =>
          setQueue((all) => all.map((one) => (one.file === file ? { ...one, percent } : one)));
        await sendArchive(value.id, file, show, signal);
        setArrived((names) => [...names, file.name]);
        setQueue((all) => all.filter((one) => one.file !== file));
      }
    } catch (failure) {
      if (signal.aborted) return;
      setQueue([]);
      setFault(
        `${errorMessage(failure, "The upload was interrupted.")} Choose the same files again to continue where it stopped.`,
      );
    } finally {
      isSending.current = false;
    }
  }

  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    onDrop: (files) => void send(files),
    noClick: true,
    noKeyboard: true,
    disabled: queue.length > 0,
    accept: { "application/zip": [".zip"], "application/gzip": [".tgz", ".gz"] },
  });
  if (value.folder !== null || value.address !== null)
    return <ReadButton run={read} isBusy={isBusy} error={error} />;
  const names = [...new Set([...value.archives.map(({ fileName }) => fileName), ...arrived])];
  return (
    <div className="grid gap-3">
      <section
        {...getRootProps({
          role: "group",
          "aria-label": "Add archives",
          tabIndex: undefined,
          className: cn(
            "flex flex-col items-center gap-3 rounded-3xl border-2 border-dashed border-line-strong bg-sunk px-5 py-6 text-center",
            isDragActive && "border-accent-strong bg-accent-soft",
          ),
        })}
      >
        <input {...getInputProps({ "aria-label": "Archives to import", tabIndex: -1 })} />
        <FileArchive aria-hidden="true" className="size-7 text-accent-strong" />
        <p className="font-semibold">{isDragActive ? "Drop to add them" : "Drop all the parts here"}</p>
        <Button variant="secondary" onClick={open} disabled={queue.length > 0}>
          Choose archives
        </Button>
      </section>
      <ul className="grid gap-2" aria-live="polite">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}: uploaded
          </li>
        ))}
        {queue.map(({ file, percent }) => (
          <li key={file.name} className="wrap-anywhere">
            {file.name}, {megabytes(file.size)}
            <Progress percent={percent} label={file.name} className="mt-1" />
          </li>
        ))}
      </ul>
      <ReadButton
        run={read}
        isBusy={isBusy}
        error={fault ?? error}
        disabled={names.length === 0 || queue.length > 0}
      />
    </div>
  );
}

function ReadButton({
  run,
  error,
  ...rest
}: {
  run: () => Promise<boolean>;
  isBusy: boolean;
  error: string | null;
  disabled?: boolean;
}) {
  return (
    <>
      <FormAlert message={error} />
      <Button onClick={() => void run()} className="justify-self-start" {...rest}>
        Review archives
      </Button>
    </>
  );
}
