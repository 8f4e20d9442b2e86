import Link from "next/link";
import { FacePicture } from "@/components/album/media/face-picture";
import { groupCount, groupName } from "@/components/faces/people/people-text";
import { groupPath } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";

/** Round faces with their names, each leading to its pictures. */
export function PeopleGrid({ groups }: { groups: readonly FaceGroupDto[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-x-3 gap-y-6 md:grid-cols-[repeat(auto-fill,minmax(136px,1fr))] md:gap-x-5">
      {groups.map((group) => (
        <li key={group.id}>
          <Link
            href={groupPath(group.id)}
            prefetch={false}
            className="group/person grid justify-items-center gap-1 rounded-3xl pb-1 text-center"
          >
            <FacePicture
              faceId={group.coverFaceId}
              className="mb-1 size-24 transition-[filter] duration-200 group-hover/person:brightness-94 md:size-32"
            />
            <bdi className="line-clamp-2 max-w-full font-semibold wrap-anywhere group-hover/person:underline">
              {groupName(group)}
            </bdi>
            <span className="text-step--1 text-ink-soft">{groupCount(group)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
