import { Button } from '@fluentui/react-components'
import { ClipboardTextLtrRegular, SettingsRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { isSuper } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { columnsOf, nameOf } from './columns.tsx'
import { LogDetailDialog } from './LogDetailDialog.tsx'
import { LogFilters } from './LogFilters.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { NO_FILTER } from './filter.ts'
import { LOG } from './text.ts'

/** C·§2 Operation logs: who changed what, with a detail of each line. */
export function OperationLog() {
  const list = useListState({ size: 10, filters: NO_FILTER })
  const read = useRead('log.page', list.input, { quiet: true, keepPrevious: true })
  const [shown, show] = useState<number | null>(null)
  const [ruling, setRuling] = useState(false)
  const all = isSuper(useAuthority())
  const columns = useMemo(() => columnsOf(({ id }) => show(id)), [])
  const wanted = { key: list.input.key, ...list.filters }
  return (
    <ListScreen
      title={LOG.title}
      text={LOG.text}
      actions={
        <>
          <SheetButtons
            what={LOG.title}
            at={{ siteId: 0, menuId: MENU.log }}
            exports={{ operation: 'log.exportSheet', input: wanted }}
          />
          {all && (
            <Button icon={<SettingsRegular />} onClick={() => setRuling(true)}>
              {LOG.rules}
            </Button>
          )}
        </>
      }
      list={list}
      read={read}
      columns={columns}
      rowKey={(line) => line.id}
      rowLabel={nameOf}
      search={LOG.search}
      filters={<LogFilters filters={list.filters} onChange={list.setFilters} />}
      onOpen={({ id }) => show(id)}
      empty={<EmptyState icon={ClipboardTextLtrRegular} title={LOG.none} text={LOG.noneHint} />}
    >
      {shown !== null && <LogDetailDialog id={shown} onClose={() => show(null)} />}
      {ruling && <RulesDialog onClose={() => setRuling(false)} />}
    </ListScreen>
  )
}
