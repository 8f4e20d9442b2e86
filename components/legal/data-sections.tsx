import { faceErasureSection } from "@/components/legal/face-sections";
import type { LegalSection } from "@/components/legal/legal-page";
import { WhoRunsIt } from "@/components/legal/who-runs-it";
import type { HouseFacts } from "@/lib/features/legal/house";

const retention = [
  [
    "Pictures and all that belongs to them",
    "until someone deletes them, then 30 days in the trash unless they are erased sooner",
  ],
  [
    "A reported picture",
    "hidden until an admin decides; if it is deleted, 30 days in the trash from then on",
  ],
  [
    "Faces in photos: positions, numbers and names",
    "until your family switches faces off, or the photo or the person goes; then they are erased at once",
  ],
  ["Your account and settings", "until you delete the account"],
  ["A session", "until you sign out, 30 days unused, or 90 days in all"],
  ["Notifications and messages of the admins", "180 days"],
  ["Mails and SMS that were sent", "the text until it is sent, the fact for 30 days"],
  ["Invitations", "7 days open; 90 days more in the list of the admins"],
  [
    "Links for a new password",
    "30 minutes; one-time sign-in links 15 minutes; codes by SMS 10 minutes; links that confirm an address 3 days",
  ],
  ["A temporary password", "7 days"],
  ["An upload that broke off", "24 hours"],
  ["Counters that slow down guessing", "a day"],
  ["Print orders", "as long as the family, since the family keeps its books by them"],
] as const;

/** How to see, take away and delete what is one's own, and what goes by itself. */
export function dataSections(house: HouseFacts): LegalSection[] {
  return [
    {
      id: "see",
      title: "See and correct it",
      body: (
        <ul>
          <li>
            Name, address, phone and e-mail: <a href="/profile">Profile</a>. A new e-mail address counts once
            you confirmed it.
          </li>
          <li>
            Devices that are signed in, and what happened to your account: <a href="/security">Security</a>.
          </li>
          <li>
            Notifications, weekly mail, language and look: <a href="/settings">Settings</a>.
          </li>
          <li>Descriptions, tags and months of pictures you added: in the picture's details.</li>
        </ul>
      ),
    },
    {
      id: "export",
      title: "Take it away",
      body: (
        <>
          <p>
            In <a href="/settings?tab=data">Settings, Your data</a> you get a ZIP file of everything kept
            about you, except faces: your account, families, sessions, hearts, comments, tags and
            notifications as readable files, and every photo and video you added, bit for bit as you uploaded
            it, in folders by year and month.
          </p>
          <p>Any single original can be downloaded from the picture itself, by everybody in the family.</p>
        </>
      ),
    },
    {
      id: "delete",
      title: "Delete it",
      body: (
        <ul>
          <li>
            <strong>A picture:</strong> who added it, or an admin. It stays in the trash for 30 days and can
            be brought back; then, or when they erase it, the original and everything made of it are removed
            from the storage.
          </li>
          <li>
            <strong>Your account:</strong> Settings, Your data. It ends at once: sessions, settings, hearts,
            comments, tags you set, notifications and passkeys are gone. Pictures you added stay with your
            family, without your name; delete them before if you want them gone. A family in which nobody else
            is goes along.
          </li>
          <li>
            <strong>A family:</strong> its owner, in Settings, Family, with all its pictures and people. There
            is no trash for a family.
          </li>
          <li>
            <strong>A child's account:</strong> the family's admins, under Manage Users.
          </li>
        </ul>
      ),
    },
    faceErasureSection(house),
    {
      id: "retention",
      title: "What goes by itself, and when",
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
          Whoever runs this album may keep copies of it, so that a broken disk doesn't cost your pictures.
          What you delete is in older copies until those are thrown away; ask whoever runs the album how long
          that is.
        </p>
      ),
    },
    {
      id: "leaving",
      title: "When somebody leaves a family",
      body: (
        <p>
          Somebody who leaves, or is removed, sees nothing of it from the next click on. What they added stays
          with the family. Orders that are under way go on.
        </p>
      ),
    },
    { id: "who", title: "Whom to ask", body: <WhoRunsIt house={house} /> },
  ];
}
