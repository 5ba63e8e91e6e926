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

/** C·§2 Operation logs: who changed what, with the details of each line. */
export function OperationLog() {
  const list = useListState({ size: 10, filters: NO_FILTER })
  const read = useRead('log.page', list.input, { quiet: true, keepPrevious: true })
  const [shown, show] = useState<number | null>(null)
  const [isEditingRules, setEditingRules] = useState(false)
  const all = isSuper(useAuthority())
  const columns = useMemo(() => columnsOf(({ id }) => show(id)), [])
  const filter = { key: list.input.key, ...list.filters }
  return (
    <ListScreen
      title="操作日志"
      text="记录操作人、操作时间和操作内容。记录写入后不能修改，可在服务器上用 verify-log 命令校验。"
      actions={
        <>
          <SheetButtons
            what="操作日志"
            at={{ siteId: 0, menuId: MENU.log }}
            exports={{ operation: 'log.exportSheet', input: filter }}
          />
          {all && (
            <Button icon={<SettingsRegular />} onClick={() => setEditingRules(true)}>
              设置
            </Button>
          )}
        </>
      }
      list={list}
      read={read}
      columns={columns}
      rowKey={(line) => line.id}
      rowLabel={nameOf}
      search="搜索操作人、操作名称、地址或 IP"
      filters={<LogFilters filters={list.filters} onChange={list.setFilters} />}
      onOpen={({ id }) => show(id)}
      empty={
        <EmptyState icon={ClipboardTextLtrRegular} title="还没有操作日志" text="新增、修改或删除数据后，会生成记录" />
      }
    >
      {shown !== null && <LogDetailDialog id={shown} onClose={() => show(null)} />}
      {isEditingRules && <RulesDialog onClose={() => setEditingRules(false)} />}
    </ListScreen>
  )
}
