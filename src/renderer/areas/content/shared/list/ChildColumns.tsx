import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { OpenRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_TYPE, reviewUrlOf } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { columnTrail } from '#renderer/features/columns/columnTreeItems.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import type { ListContext } from './listColumn.ts'
import { ColumnGate } from './ColumnGate.tsx'
import { NO_FILTERS } from './filters.ts'
import { useContentList } from './useContentList.tsx'

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

/** Links to child columns (B·§2). Lists open in a dialog, a single article on its own page. */
export function ChildColumns({ place: { column, review } }: { place: ListContext }) {
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

interface ContentDialogProps {
  column: { id: number; title: string; manageUrl: string }
  /** Whether the parent list is variant B. */
  review: boolean
  onClose: () => void
}

/** The content list in a dialog (B·§2). Page, filters and selection last as long as the dialog. */
function ContentDialog({ column, review, onClose }: ContentDialogProps) {
  const open = useOpenScreen()
  return (
    <PanelDialog
      title={`${review ? '内容审核' : '内容管理'}：${column.title}`}
      size="full"
      onClose={onClose}
      titleActions={
        column.manageUrl !== '' && (
          <Button
            appearance="subtle"
            icon={<OpenRegular />}
            onClick={() => {
              onClose()
              open(review ? reviewUrlOf(column.id) : column.manageUrl)
            }}
          >
            在页面中打开
          </Button>
        )
      }
    >
      <ColumnGate columnId={column.id} review={review}>
        {(place) => <EmbeddedList place={place} />}
      </ColumnGate>
    </PanelDialog>
  )
}

function EmbeddedList({ place }: { place: ListContext }) {
  const list = useLocalList(NO_FILTERS)
  const { body, toolbar, dialogs } = useContentList(place, list)
  return (
    <>
      <Toolbar end={toolbar} />
      <ListBody label={place.column.title} {...body} />
      {dialogs}
    </>
  )
}
