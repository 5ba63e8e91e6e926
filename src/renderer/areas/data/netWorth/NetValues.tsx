import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, MoneyRegular } from '@fluentui/react-icons'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  NET_WORTH_CHUNK_MB,
  NET_WORTH_SHEET_LIMIT_MB,
  type NetWorth,
  netWorthCreate,
  netWorthEdit,
} from '#shared/contract/netWorth.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { stopTimeOf } from '#shared/domain/productStatus.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useCurrentSite, useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { call } from '#renderer/data/client.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf, nameOf, NET_WORTH_LABELS, type NetValueActions } from './columns.tsx'
import { ProductStatusDialog } from './ProductStatusDialog.tsx'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    // Two columns, or one column in a narrow dialog.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(240px, 40%)), 1fr))',
    gap: tokens.spacingVerticalL,
    columnGap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
})

const PRODUCT_FIELDS = ['productCode', 'productName', 'productTypeName'] as const
const OPTIONAL_FIELDS = ['accumulValue', 'fundIncome', 'sevenAnnualized'] as const

type FieldName = (typeof PRODUCT_FIELDS)[number] | (typeof OPTIONAL_FIELDS)[number] | 'nwTime' | 'state' | 'naValue'

interface NetWorthFieldsProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  /** Shows the fields of the product, which can be set only when a net value is added. */
  product: boolean
}

/** The fields of a net value (B·§5). */
function NetWorthFields<In extends FieldValues & Partial<Record<FieldName, unknown>>, Out>(
  props: NetWorthFieldsProps<In, Out>,
) {
  const { control, product } = props
  const styles = useStyles()
  const fieldProps = (name: FieldName) => ({ control, name: name as FieldPath<In>, label: NET_WORTH_LABELS[name] })
  return (
    <div className={styles.root}>
      {product &&
        PRODUCT_FIELDS.map((name, index) => (
          <TextField key={name} {...fieldProps(name)} required={name !== 'productTypeName'} autoFocus={index === 0} />
        ))}
      <DayField {...fieldProps('nwTime')} required />
      <TextField {...fieldProps('state')} />
      <TextField {...fieldProps('naValue')} required hint="按填写的数值原样保存，不四舍五入" autoFocus={!product} />
      {OPTIONAL_FIELDS.map((name) => (
        <TextField key={name} {...fieldProps(name)} />
      ))}
    </div>
  )
}

const SHEET_SCOPE = { siteId: 0, menuId: MENU.netValue }

/** The open dialog; `edit` without a record adds a net value. */
type Opened = { dialog: 'edit'; record: NetWorth | null } | { dialog: 'status'; record: NetWorth }

/** The net values of products (B·§2 Net-value products), ten on a page (B·§9). */
export function NetValues() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('NetValues', opened, setOpened)
  const list = useListState({ size: 10 })
  const { page: pageIndex, size: pageSize, key: productCode } = list.input
  const read = useRead('netWorth.page', { productCode, pageIndex, pageSize }, { quiet: true, keepPrevious: true })
  const toggle = useStatusToggle()
  // New values belong to this site; the list shows values of all sites that the account may use.
  const siteId = useCurrentSite()
  const remove = useRemoveRows('netWorth.deleteByIdList', list)
  const actions = useMemo<NetValueActions>(
    () => ({
      toggle,
      edit: (record) => setOpened({ dialog: 'edit', record }),
      editStatus: (record) => setOpened({ dialog: 'status', record }),
      remove: ({ id, productName, nwTime }) => void remove([id], `删除“${productName}”在 ${nwTime} 的净值`),
    }),
    [toggle, remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)

  return (
    <ListScreen
      title="净值管理"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search="搜索产品代码"
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      batch={(keys) => (
        <BatchButton
          keys={keys}
          title="批量删除"
          icon={DeleteRegular}
          onRun={(ids) => void remove(ids, `删除 ${ids.length} 条净值`)}
        />
      )}
      actions={
        <>
          <SheetButtons
            what="净值"
            at={SHEET_SCOPE}
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
            手动添加
          </Button>
        </>
      }
      empty={<EmptyState icon={MoneyRegular} title="还没有净值" text="从 Excel 表格导入，或点击“手动添加”填写净值" />}
    >
      {opened?.dialog === 'edit' && <NetWorthDialog record={opened.record} onClose={close} />}
      {opened?.dialog === 'status' && <ProductStatusDialog record={opened.record} onClose={close} />}
    </ListScreen>
  )
}

/**
 * Toggles the status of the record by its id, then of its product by the code (B·§4). The second request is sent only
 * after the first one succeeded (contradictions.md 87).
 */
function useStatusToggle(): (row: NetWorth) => void {
  const { mutateAsync: updateById } = useWrite('netWorth.updateStatus', { success: false })
  const { mutateAsync: updateByCode } = useWrite('netWorth.updateStatus')
  /** Ids of records whose two requests are pending. */
  const pendingIds = useRef(new Set<number>())
  return useCallback(
    ({ id, classId, productCode, isStatus }) => {
      if (pendingIds.current.has(id)) return
      const next = !isStatus
      const toggle = async (): Promise<void> => {
        const { code } = await updateById({ classId, idList: [{ id }], isStatus: next })
        if (code !== SUCCESS) return
        const stopDate = stopTimeOf(next, formatDateTime(new Date()))
        await updateByCode({ classId, productCode, isOpen: next, stopDate })
      }
      pendingIds.current.add(id)
      // useWrite has shown the error.
      toggle()
        .catch(() => undefined)
        .finally(() => pendingIds.current.delete(id))
    },
    [updateById, updateByCode],
  )
}

const EMPTY_RECORD = {
  id: 0 as const,
  productCode: '',
  productName: '',
  productTypeName: '',
  nwTime: '',
  state: '',
  naValue: '',
  accumulValue: '',
  fundIncome: '',
  sevenAnnualized: '',
}

const loadRecord = async (id: number): Promise<NetWorth> => (await call('netWorth.findById', { id })).data

/** 手动添加, or 编辑净值 of a record; 60 % wide (B·§2). */
function NetWorthDialog({ record, onClose }: { record: NetWorth | null; onClose: () => void }) {
  const save = useWrite('netWorth.save')
  const siteId = useSiteAtOpening()
  if (!record)
    return (
      <FormDialog
        title="手动添加"
        size="small"
        schema={netWorthCreate}
        values={{ ...EMPTY_RECORD, siteId }}
        save={save.mutateAsync}
        onClose={onClose}
      >
        {(control) => <NetWorthFields control={control} product />}
      </FormDialog>
    )
  const { id, nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, version } = record
  const { productCode, productName, productType, productTypeName, classId } = record
  const product = { productCode, productName, productType, productTypeName, classId }
  return (
    <FormDialog
      title="编辑净值"
      size="small"
      schema={netWorthEdit}
      values={{ id, nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, version }}
      save={save.mutateAsync}
      onClose={onClose}
      compare={{ load: () => loadRecord(id), labels: NET_WORTH_LABELS }}
      ifDeleted={{
        id,
        saveAsNew: (form) =>
          save.mutateAsync({ ...product, ...form, siteId: classId === 0 ? siteId : 0, id: 0, version: undefined }),
      }}
    >
      {(control) => (
        <>
          <Text weight="semibold">
            {record.productCode} {record.productName}
          </Text>
          <NetWorthFields control={control} product={false} />
        </>
      )}
    </FormDialog>
  )
}
