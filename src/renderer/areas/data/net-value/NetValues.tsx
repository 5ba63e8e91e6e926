import { Button } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, MoneyRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { NET_WORTH_CHUNK_MB, NET_WORTH_SHEET_LIMIT_MB, type NetWorth } from '#shared/contract/netWorth.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { NET_VALUE } from '#renderer/areas/data/net-value/text.ts'
import { columnsOf, nameOf, type NetValueActions } from './columns.tsx'
import { NetWorthDialog } from './NetWorthDialog.tsx'
import { ProductStatusDialog } from './ProductStatusDialog.tsx'
import { useToggle } from './useToggle.ts'

const PLACE = { siteId: 0, menuId: MENU.netValue }

/** The dialog that is open; editing without a record adds one. */
type Opened = { dialog: 'edit'; record: NetWorth | null } | { dialog: 'status'; record: NetWorth }

/** The net values of products (B·§2 Net-value products), ten on a page (B·§9). */
export function NetValues() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useListState({ size: 10 })
  const { page: pageIndex, size: pageSize, key: productCode } = list.input
  const read = useRead('netWorth.page', { productCode, pageIndex, pageSize }, { quiet: true, keepPrevious: true })
  const toggle = useToggle()
  // New ones are of the site that the window works on; the list shows those of all one's sites.
  const siteId = useCurrentSite()
  const remove = useRemoveRows('netWorth.deleteByIdList', list)
  const actions = useMemo<NetValueActions>(
    () => ({
      toggle,
      edit: (record) => setOpened({ dialog: 'edit', record }),
      status: (record) => setOpened({ dialog: 'status', record }),
      remove: ({ id, productName, nwTime }) => void remove([id], NET_VALUE.removeTitle(productName, nwTime)),
    }),
    [toggle, remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)

  return (
    <ListScreen
      title={NET_VALUE.title}
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search={NET_VALUE.search}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      batch={(keys) => (
        <BatchButton
          keys={keys}
          title={NET_VALUE.batchRemove}
          icon={DeleteRegular}
          onRun={(ids) => void remove(ids, NET_VALUE.removeManyTitle(ids.length))}
        />
      )}
      actions={
        <>
          <SheetButtons
            what={NET_VALUE.what}
            at={PLACE}
            imports={{
              call: { operation: 'netWorth.importData', input: { siteId } },
              path: 'filePath',
              saysMessage: true,
              limitMb: NET_WORTH_SHEET_LIMIT_MB,
              chunkMb: NET_WORTH_CHUNK_MB,
              template: { operation: 'netWorth.sheetTemplate', input: {} },
            }}
          />
          <Button
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => setOpened({ dialog: 'edit', record: null })}
          >
            {NET_VALUE.add}
          </Button>
        </>
      }
      empty={<EmptyState icon={MoneyRegular} title={NET_VALUE.emptyTitle} text={NET_VALUE.emptyText} />}
    >
      {opened?.dialog === 'edit' && <NetWorthDialog record={opened.record} onClose={close} />}
      {opened?.dialog === 'status' && <ProductStatusDialog record={opened.record} onClose={close} />}
    </ListScreen>
  )
}
