import { faceErasureSection } from "@/components/operations/legal/face-sections";
import type { LegalSection } from "@/components/operations/legal/legal-page";
import { WhoRunsIt } from "@/components/operations/legal/who-runs-it";
import type { InstallationFacts } from "@/lib/operations/legal/schema";

const retention = [
  [
    "Photos and videos, and everything that belongs to them",
    "until someone deletes them, then 30 days in the trash unless they are erased sooner",
  ],
  [
    "A reported photo or video",
    "hidden until an admin decides; if it is deleted, 30 days in the trash from then on",
  ],
  [
    "Faces in photos: positions, numbers and names",
    "until your family switches faces off, or the photo or the person is removed; then they are erased at once",
  ],
  ["Your account and settings", "until you delete the account"],
  ["A session", "until you sign out, 30 days unused, or 90 days in all"],
  ["Notifications and messages from the admins", "180 days"],
  ["Emails and text messages we sent", "the text until it is sent, and a record of it for 30 days"],
  ["Invitations", "open for 7 days; in the admins' list for 90 days more"],
  [
    "Password reset links",
    "30 minutes; one-time sign-in links 15 minutes; codes by SMS 10 minutes; links that confirm an address 3 days",
  ],
  ["A temporary password", "7 days"],
  ["An interrupted upload", "24 hours"],
  [
    "An export of photos",
    "7 days after it is ready; the list of its files 400 days, so that a later one can have only what is new",
  ],
  ["Archives sent for an import", "until it is done, or 14 days if nobody continues it"],
  ["Counters that slow down guessing", "a day"],
  ["Print orders", "as long as the family, as a record of what was bought"],
] as const;

/** How people can manage their own data. */
function ownDataSections(): LegalSection[] {
  return [
    {
      id: "see",
      title: "See and correct it",
      body: (
        <ul>
          <li>
            Name, address, phone and email: <a href="/profile">Profile</a>. A new email address takes effect
            once you confirm it.
          </li>
          <li>
            Signed-in devices and account activity: <a href="/security">Security</a>.
          </li>
          <li>
            Notifications, weekly email, language and appearance: <a href="/settings">Settings</a>.
          </li>
          <li>Descriptions, tags and months of photos you added: in the photo's details.</li>
        </ul>
      ),
    },
    {
      id: "export",
      title: "Take it with you",
      body: (
        <>
          <p>
            In <a href="/settings?tab=data">Settings, Your data</a> you get a ZIP file of everything stored
            about you, except faces: your account, families, sessions, hearts, comments with your voice notes,
            tags and notifications as readable files, and every photo and video you added, bit for bit as you
            uploaded it, in folders by year and month.
          </p>
          <p>
            In the same place everyone can export what they added, and owners the whole album, as folders of
            originals with files beside them that other photo programs read: descriptions, people, dates and
            places. Hearts, comments and albums are included, for another album like this one.
          </p>
          <p>Everyone in the family can download any original from the photo itself.</p>
        </>
      ),
    },
    {
      id: "delete",
      title: "Delete it",
      body: (
        <ul>
          <li>
            <strong>A photo or video:</strong> the uploader or an admin. It stays in the trash for 30 days and
            can be restored; then, or when they erase it, the original and everything made from it are removed
            from storage.
          </li>
          <li>
            <strong>Your account:</strong> Settings, Your data. Your sessions, settings, hearts, comments,
            tags you set, notifications and passkeys are deleted immediately. Photos you added stay with your
            family, without your name; delete them first if you don't want that. A family with no one else in
            it is deleted too.
          </li>
          <li>
            <strong>A family:</strong> its owner, in Settings, Family, with all its photos and people. There
            is no trash for a family.
          </li>
          <li>
            <strong>A child's account:</strong> the family's admins, under Manage Users.
          </li>
        </ul>
      ),
    },
  ];
}

/** What is deleted automatically, what stays in backups, and what stays with the family. */
function automaticDeletionSections(): LegalSection[] {
  return [
    {
      id: "retention",
      title: "What is deleted automatically, and when",
      body: (
        <table>
          <tbody className="divide-y divide-line">
            {retention.map(([what, when]) => (
              <tr key={what}>
                <th scope="row" className="w-2/5">
                  {what}
                </th>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ),
    },
    {
      id: "backups",
      title: "Backups",
      body: (
        <p>
          The person who runs this server may keep backups, so that a broken disk doesn't cost you your
          photos. What you delete stays in older backups until those are deleted; ask that person how long
          that is. If the album keeps a second copy of itself in another place, what you delete leaves it
          after 14 days, or 15 at most.
        </p>
      ),
    },
    {
      id: "leaving",
      title: "When someone leaves a family",
      body: (
        <p>
          Anyone who leaves, or is removed, loses access immediately. What they added stays with the family.
          Orders under way continue.
        </p>
      ),
    },
  ];
}

/** How to see, export and delete your own data, and what is deleted automatically. */
export function dataSections(installation: InstallationFacts): LegalSection[] {
  return [
    ...ownDataSections(),
    faceErasureSection(installation),
    ...automaticDeletionSections(),
    { id: "who", title: "Who to ask", body: <WhoRunsIt installation={installation} /> },
  ];
}
