import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { columnTrail } from '#renderer/features/columns/columnTreeItems.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { ContentDialog } from './ContentDialog.tsx'
import type { Place } from './listColumn.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    flexShrink: 0,
    maxHeight: '72px',
    overflowY: 'auto',
  },
  label: { color: tokens.colorNeutralForeground3 },
})

/** B·§2: a column may have child columns. Lists open as a dialog over this one, a single article on its own page. */
export function ChildColumns({ place: { column, review } }: { place: Place }) {
  const styles = useStyles()
  const openScreen = useOpenScreen()
  const [opened, setOpened] = useState<Column | null>(null)
  const { data } = useRead('column.getTree', { siteId: column.siteId }, { quiet: true })
  const children = useMemo(
    () => (columnTrail(data ?? [], column.id).at(-1)?.child ?? []).filter((child) => child.manageUrl !== ''),
    [data, column.id],
  )
  if (children.length === 0) return null
  return (
    <nav className={styles.root} aria-label="下级栏目">
      <Text className={styles.label}>下级栏目：</Text>
      {children.map((child) => (
        <Button
          key={child.id}
          size="small"
          aria-haspopup={child.menuType === COLUMN_TYPE.list ? 'dialog' : undefined}
          onClick={() => (child.menuType === COLUMN_TYPE.list ? setOpened(child) : openScreen(child.manageUrl))}
        >
          {child.title}
        </Button>
      ))}
      {opened && <ContentDialog column={opened} review={review} onClose={() => setOpened(null)} />}
    </nav>
  )
}
