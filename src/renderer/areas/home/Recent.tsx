import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { LinkList } from './LinkList.tsx'
import { HOME } from './text.ts'
import { type OverviewRead, Told } from './Told.tsx'

/** What the account changed last, to go on with. */
export function Recent(read: OverviewRead) {
  const { recent } = read.data
  return (
    <Card title={HOME.cards.recent}>
      <Told {...read}>
        {recent.length === 0 ? (
          <EmptyState title={HOME.noRecent} text={HOME.noRecentText} />
        ) : (
          <LinkList label={HOME.cards.recent} links={recent} />
        )}
      </Told>
    </Card>
  )
}
