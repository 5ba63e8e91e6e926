import { Button } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { reviewUrlOf } from '#shared/domain/columnType.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { ColumnGate } from './ColumnGate.tsx'
import { NO_FILTERS } from './filters.ts'
import type { Place } from './listColumn.ts'
import { useContentList } from './useContentList.tsx'

interface Props {
  column: { id: number; title: string; manageUrl: string }
  /** The variant of the list that it stands over. */
  review: boolean
  onClose: () => void
}

/** B·§2: the content list as a table dialog. Page, filters and selection live as long as the dialog. */
export function ContentDialog({ column, review, onClose }: Props) {
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
        {(place) => <Listed place={place} />}
      </ColumnGate>
    </PanelDialog>
  )
}

function Listed({ place }: { place: Place }) {
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
