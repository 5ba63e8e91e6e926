import { Button } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { PanelDialog } from '#renderer/kit/dialogs/PanelDialog.tsx'
import { ListBody } from '#renderer/kit/list/ListBody.tsx'
import { useLocalList } from '#renderer/kit/list/useLocalList.ts'
import { Toolbar } from '#renderer/kit/layout/Page.tsx'
import { useOpenScreen } from '#renderer/kit/navigation.ts'
import { ColumnGate } from './ColumnGate.tsx'
import { NO_FILTERS } from './filters.ts'
import type { Place } from './place.ts'
import { useContentList } from './useContentList.tsx'

interface Props {
  column: { id: number; title: string; manageUrl: string }
  onClose: () => void
}

/** B·§2: the content list as a table dialog. Page, filters and selection live as long as the dialog. */
export function ContentDialog({ column, onClose }: Props) {
  const open = useOpenScreen()
  return (
    <PanelDialog
      title={`内容管理：${column.title}`}
      size="full"
      onClose={onClose}
      titleActions={
        column.manageUrl !== '' && (
          <Button
            appearance="subtle"
            icon={<OpenRegular />}
            onClick={() => {
              onClose()
              open(column.manageUrl)
            }}
          >
            在页面中打开
          </Button>
        )
      }
    >
      <ColumnGate columnId={column.id} review={false}>
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
