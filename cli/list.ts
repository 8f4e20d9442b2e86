import type { Album } from "@/cli/album";
import { type Outcome, UsageError } from "@/cli/failures";
import { type CommandContext, openAlbum, requireArguments } from "@/cli/options";
import type { MediaPageDto, YearCoverDto, YearPageDto } from "@/lib/album/media/schema";
import { sizeLabel } from "@/lib/album/uploads/file-rules";
import { counted } from "@/lib/shared/counted";
import { monthName } from "@/lib/shared/months";

const pageSize = 100;
const twoDigits = (month: number) => String(month).padStart(2, "0");

async function listYears(album: Album, { output }: CommandContext): Promise<void> {
  for (const { year, itemCount } of await album.get<YearCoverDto[]>("/api/year-covers")) {
    output.emit({ event: "year", year, count: itemCount }, `${year}  ${counted(itemCount, "item")}`);
  }
}

async function listMonths(album: Album, { output }: CommandContext, year: number): Promise<void> {
  const { months } = await album.get<YearPageDto>(`/api/media/year/${year}?limit=1`);
  for (const { month, itemCount } of months) {
    const text = `${year}/${twoDigits(month)}  ${monthName(month)}, ${counted(itemCount, "item")}`;
    output.emit({ event: "month", year, month, count: itemCount }, text);
  }
}

async function listItems(
  album: Album,
  { output }: CommandContext,
  year: number,
  month: number,
): Promise<void> {
  let offset = 0;
  for (let hasMore = true; hasMore; offset += pageSize) {
    const query = `limit=${pageSize}&offset=${offset}`;
    const page = await album.get<MediaPageDto>(`/api/media/month/${year}/${month}?${query}`);
    for (const { id, fileName, mediaType, bytes, takenAt, description } of page.items) {
      const item = { id, name: fileName, type: mediaType, bytes, takenAt, description };
      output.emit({ event: "item", ...item }, `${id}  ${sizeLabel(bytes).padStart(9)}  ${fileName}`);
    }
    hasMore = page.pagination.hasMore;
  }
}

export async function listAlbum(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [0, 1]);
  const [place = ""] = context.positionals;
  const named = /^(?:(\d{4})(?:\/(\d{1,2}))?\/?)?$/.exec(place);
  const [year, month] = [Number(named?.[1]), Number(named?.[2])];
  if (!named || month > 12) throw new UsageError(`“${place}” is neither a year nor a month such as 2024/07.`);
  const album = await openAlbum(context);
  if (Number.isNaN(year)) await listYears(album, context);
  else if (Number.isNaN(month)) await listMonths(album, context, year);
  else await listItems(album, context, year, month);
  return "done";
}
