import type { LegalSection } from "@/components/operations/legal/legal-page";
import { descriptorLength } from "@/lib/faces/recognition/descriptor";
import type { InstallationFacts } from "@/lib/operations/legal/schema";

const settingsPath = ({ appName }: InstallationFacts) => (
  <>
    <a href="/settings?tab=family#recognition">Settings, Family</a>, under “What {appName} looks for in
    photos”
  </>
);

function NotHere({ installation }: { installation: InstallationFacts }) {
  if (installation.looksForFaces) return null;
  return (
    <p>
      <strong>This server doesn't look for faces:</strong> the person who runs it has left that out. The rest
      of this section applies only if they change it and an admin of your family then switches it on.
    </p>
  );
}

/** Privacy: what is stored about faces, why, and who sees it. */
export function facePrivacySection(installation: InstallationFacts): LegalSection {
  return {
    id: "faces",
    title: "Faces in photos",
    body: (
      <>
        <NotHere installation={installation} />
        <p>
          {installation.appName} looks for faces only after an admin of your family has switched it on. It is
          off until then, and each family decides for itself.
        </p>
        <ul>
          <li>
            <strong>What is stored:</strong> for each face its position in the photo, how certain it is that
            this is a face, and {descriptorLength} numbers that describe what the face looks like. Faces that
            look alike form a group, which has the average of their numbers, and once someone in your family
            says who it is, the group carries that person's name. A face can be recognised by these numbers,
            which makes them biometric data.
          </li>
          <li>
            <strong>After a move:</strong> an album that is imported from another installation says where in a
            photo someone is. That is stored too, without numbers, so that the names don't have to be given
            again if an admin switches faces on. It is erased with the photo or the person, for those whose
            face is never looked for, and when faces are switched off.
          </li>
          <li>
            <strong>Why:</strong> to show the photos of one person together under People, and to ask “Is this
            Ama?” when you tag photos. No one is tagged until someone in your family says yes. Age, mood,
            gender and the like are never inferred.
          </li>
          <li>
            <strong>Where:</strong> in this server's database. Photos are read by a program on this server
            that has no network access. No face and no name is sent to anyone, faces of different families are
            never compared, and nothing is trained with them.
          </li>
          <li>
            <strong>Who sees it:</strong> everyone in your family, children included, sees the faces and names
            under People and can name them. The {descriptorLength} numbers are shown to no one and aren't part
            of any export.
          </li>
          <li>
            <strong>Switching it off:</strong> an admin does that in {settingsPath(installation)}. It erases
            every face, and <a href="/data-management#faces">Your data</a> says what else does.
          </li>
        </ul>
      </>
    ),
  };
}

/** Your data: how to switch faces off and erase them. */
export function faceErasureSection(installation: InstallationFacts): LegalSection {
  return {
    id: "faces",
    title: "Switch off and erase faces",
    body: (
      <>
        <NotHere installation={installation} />
        <p>
          <a href="/privacy#faces">Privacy</a> says what is stored of a face: its position, {descriptorLength}{" "}
          numbers and, through its group, a name. All of it is erased together, immediately, and can't be
          brought back:
        </p>
        <ul>
          <li>
            <strong>The whole family's:</strong> an admin presses “Erase all faces”, or switches “Faces” off,
            in {settingsPath(installation)}. Every face, group and name given to a group is gone. The people
            tagged in photos stay tagged.
          </li>
          <li>
            <strong>One person's:</strong> an admin opens the person under Manage Users, Family members, and
            chooses “Never look for this face”. That erases the faces with their name and every face in photos
            they are tagged in, and those photos aren't searched for faces again.
          </li>
          <li>
            <strong>Yours, when you leave:</strong> if you leave a family, are removed from it or delete your
            account, the faces with your name are erased.
          </li>
          <li>
            <strong>A photo's:</strong> with the photo, when it is erased from the trash.
          </li>
        </ul>
        <p>
          Ask an admin if you want your own face left out: they can do it without removing you from the
          family. Backups made earlier still have what was erased since.
        </p>
      </>
    ),
  };
}

/** Family safety: what to do about children's faces before switching it on. */
export function faceSafetySection(installation: InstallationFacts): LegalSection {
  return {
    id: "faces",
    title: "Children's faces",
    body: (
      <>
        <NotHere installation={installation} />
        <p>
          A family's admin can let {installation.appName} look for faces, so that it can show the photos of
          one person together. <a href="/privacy#faces">Privacy</a> says what is stored: positions,{" "}
          {descriptorLength} numbers for each face, and names. It's off by default. Before you switch it on:
        </p>
        <ol>
          <li>Ask the people in your photos, and decide together about the children.</li>
          <li>
            Mark each child whose face should be left out: “Never look for this face” under Manage Users,
            Family members, or “Never look for this child's face” when you create the child's account.
          </li>
          <li>
            Tag these children in their photos. No one's face is looked for in photos they are tagged in. A
            child who isn't tagged can't be told apart from others, and may be included without a name.
          </li>
        </ol>
        <p>
          Recognition works less well with children: brothers and sisters can be mistaken for each other, so
          nothing is tagged until someone says yes. Admins can{" "}
          <a href="/data-management#faces">switch it off and erase every face</a> at any time.
        </p>
      </>
    ),
  };
}
