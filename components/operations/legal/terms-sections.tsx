import type { LegalSection } from "@/components/operations/legal/legal-page";
import { WhoRunsIt } from "@/components/operations/legal/who-runs-it";
import type { InstallationFacts } from "@/lib/operations/legal/schema";

/** What everyone is responsible for: the account, the photos and what is shared. */
function ownUseSections(): LegalSection[] {
  return [
    {
      id: "account",
      title: "Your account",
      body: (
        <ul>
          <li>
            It is yours alone: keep the password to yourself, and tell an admin if you think someone else
            knows it.
          </li>
          <li>
            Children use a child account, which an admin of the family creates and looks after. A child can't
            order, pay or invite.
          </li>
          <li>
            What you enter about yourself should be accurate where others rely on it, such as an address.
          </li>
        </ul>
      ),
    },
    {
      id: "pictures",
      title: "Your photos stay yours",
      body: (
        <>
          <p>
            Uploading gives no one any right to your photos beyond what the album needs: to store them, to
            make smaller copies of them, to show them to your family, and to print them when you ask.
          </p>
          <p>
            What you upload becomes part of your family's album. When you leave the family, it stays there;
            delete it first if you don't want that.
          </p>
        </>
      ),
    },
    {
      id: "fair",
      title: "What doesn't belong here",
      body: (
        <>
          <ul>
            <li>
              Photos of people who don't want them here. Ask before you upload, especially about children.
            </li>
            <li>Anything that is against the law, or that hurts or humiliates someone.</li>
            <li>Other people's work that you have no right to share.</li>
            <li>Attempts to get into other families' albums, or to overload the service.</li>
          </ul>
          <p>
            Anyone in a family can <a href="/family-safety#report">report a photo</a>. It is hidden
            immediately, and the family's admins decide.
          </p>
        </>
      ),
    },
  ];
}

/** What the album promises, and how the terms end or change. */
function promiseSections(appName: string): LegalSection[] {
  return [
    {
      id: "availability",
      title: "What is promised, and what is not",
      body: (
        <>
          <p>
            {appName} keeps every original bit for bit, checks what it stores, and keeps deleted photos for 30
            days. Still, machines fail, and no one can promise that the album will always be there. Keep a
            copy of what you couldn't bear to lose;{" "}
            <a href="/data-management#export">downloading your photos</a> is always possible.
          </p>
          <p>
            The person who runs this server may suspend a family that breaks these terms. Its members will see
            a message that says so. Nothing in these terms takes away rights that the law gives you.
          </p>
        </>
      ),
    },
    {
      id: "end",
      title: "Ending it",
      body: (
        <p>
          You can leave a family or delete your account at any time in Settings, without giving a reason.{" "}
          <a href="/data-management#delete">Your data</a> says what is then deleted, and what stays with the
          family.
        </p>
      ),
    },
    {
      id: "changes",
      title: "When these terms change",
      body: (
        <p>
          The date of the last change is at the top of this page. If you don't agree, you can leave at any
          time.
        </p>
      ),
    },
  ];
}

/** The rules between a family and the person who runs the album. */
export function termsSections(installation: InstallationFacts): LegalSection[] {
  const { appName } = installation;
  return [
    { id: "who", title: "Who these terms are with", body: <WhoRunsIt installation={installation} /> },
    ...ownUseSections(),
    {
      id: "roles",
      title: "Owners, admins and members",
      body: (
        <p>
          Each family has at least one owner, who is responsible for its plan and can delete the family.
          Owners and admins invite and remove people, decide on reports and can change or delete what others
          added. Members add photos and look after their own. Please make someone an admin only if the family
          trusts them.
        </p>
      ),
    },
    {
      id: "plans",
      title: "Plans, prints and payment",
      body: (
        <>
          <p>
            You'll find what each plan includes and costs under <a href="/pricing">Pricing</a>. You use a
            month's free prints in one order; any left over expire with the month.
          </p>
          {installation.takesCards ? (
            <p>
              You pay for plans and gifts by card at Stripe. A plan renews until its owner cancels it under
              Billing; it then runs to the end of the period you've paid for. With a smaller plan nothing is
              deleted: new uploads wait until there is room.
            </p>
          ) : (
            <p>Nothing is sold here, and nothing is charged.</p>
          )}
        </>
      ),
    },
    ...promiseSections(appName),
  ];
}
