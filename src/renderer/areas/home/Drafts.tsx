import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { OverviewLink } from '#shared/contract/home.ts'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { useNavigation } from '#renderer/ui/page/navigation.ts'
import { LinkList } from './LinkList.tsx'
import { flat } from './newEntries.ts'
import { HOME } from './text.ts'
import { type OverviewRead, Told } from './Told.tsx'

const useStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

/** How forms of entries are named on this computer: content/<column>/<entry>. */
const FORMS = 'content/'

/** Entries that are not public yet, and forms that were left without saving. */
export function Drafts(read: OverviewRead) {
  const styles = useStyles()
  const { drafts, draftCount } = read.data
  const unsaved = useUnsavedForms()
  const nothing = drafts.length === 0 && unsaved.length === 0
  return (
    <Card title={HOME.cards.drafts}>
      <Told {...read}>
        {nothing && <EmptyState title={HOME.noDrafts} text={HOME.noDraftsText} />}
        {drafts.length > 0 && <LinkList label={HOME.cards.drafts} links={drafts} />}
        {draftCount > drafts.length && <Text className={styles.muted}>{HOME.moreDrafts(draftCount)}</Text>}
        {unsaved.length > 0 && (
          <>
            <Subtitle2 as="h3">{HOME.unsaved}</Subtitle2>
            <LinkList label={HOME.unsaved} links={unsaved} />
          </>
        )}
      </Told>
    </Card>
  )
}

/** The columns in which forms were left without saving; each leads to its list, which offers them. */
function useUnsavedForms(): OverviewLink[] {
  const kept = useRead('localDrafts.find', { prefix: FORMS }, { quiet: true, onFocus: true }).data ?? []
  const branches = useNavigation().flatMap(({ tree = [] }) => flat(tree))
  const columns = new Map<string, string>()
  for (const { key, savedAt } of kept) {
    const id = key.slice(FORMS.length).split('/')[0] ?? ''
    if (!columns.has(id)) columns.set(id, savedAt)
  }
  return [...columns].map(([id, time]) => {
    const branch = branches.find(({ key }) => key === id)
    return {
      title: branch?.title ?? HOME.columnOf(id),
      note: HOME.unsavedAt(branch?.title ?? HOME.columnOf(id)),
      path: branch?.path ?? manageUrlOf(COLUMN_TYPE.list, Number(id)),
      time,
    }
  })
}
