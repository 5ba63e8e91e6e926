import { withDecimals } from '#shared/domain/decimalText.ts'
import { DeleteRegular, EditRegular, OptionsRegular, PlayCircleRegular, RecordStopRegular } from '@fluentui/react-icons'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { type RowAction, RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** Actions on one net value. */
export interface NetValueActions {
  toggle: (row: NetWorth) => void
  edit: (row: NetWorth) => void
  editStatus: (row: NetWorth) => void
  remove: (row: NetWorth) => void
}

type Amount = 'naValue' | 'accumulValue' | 'fundIncome' | 'sevenAnnualized'
/** Wide enough for whole amounts in a wide window. */
const COLUMN_WIDTH = { width: '8%', minWidth: 80 }
/** Titles of the fields in the table, the form and the sheet (B·§2). */
export const NET_WORTH_LABELS = {
  id: 'ID',
  productCode: '产品代码',
  productName: '产品名称',
  productTypeName: '产品类型',
  nwTime: '净值日期',
  state: '基金状态',
  naValue: '单位净值',
  accumulValue: '累计净值',
  fundIncome: '基金收益',
  sevenAnnualized: '七日年化收益率',
  isStatus: '状态',
} as const

const createAmountColumn = (key: Amount, title: string = NET_WORTH_LABELS[key]): TableColumn<NetWorth> => ({
  key,
  title,
  ...COLUMN_WIDTH,
  align: 'end',
  render: (row) => (key === 'naValue' || key === 'accumulValue' ? withDecimals(row[key], 4) : row[key]),
})

/** The name of a row in messages. */
export const nameOf = ({ productName, nwTime }: NetWorth): string => `${productName} ${nwTime}`

/**
 * Columns and actions of the maintenance table (B·§2). Their widths just fit a window of 1280 px.
 */
export const columnsOf = (actions: NetValueActions): TableColumn<NetWorth>[] => [
  { key: 'id', title: NET_WORTH_LABELS.id, width: '64px', render: (row) => String(row.id) },
  { key: 'productCode', title: NET_WORTH_LABELS.productCode, ...COLUMN_WIDTH, render: (row) => row.productCode },
  { key: 'productName', title: NET_WORTH_LABELS.productName, render: (row) => row.productName },
  { key: 'nwTime', title: NET_WORTH_LABELS.nwTime, width: '98px', render: (row) => row.nwTime },
  { key: 'state', title: NET_WORTH_LABELS.state, ...COLUMN_WIDTH, render: (row) => row.state },
  createAmountColumn('naValue'),
  createAmountColumn('accumulValue'),
  createAmountColumn('fundIncome'),
  createAmountColumn('sevenAnnualized', '七日年化'),
  {
    key: 'isStatus',
    title: NET_WORTH_LABELS.isStatus,
    width: '62px',
    render: (row) => (
      <StateBadges
        badges={[row.isStatus ? { title: '开启', color: 'success' } : { title: '关闭', color: 'informative' }]}
      />
    ),
  },
  {
    key: 'actions',
    title: '操作',
    width: '136px',
    align: 'end',
    pin: 'end',
    render: (row) => <RowActions row={nameOf(row)} actions={rowActions(row, actions)} />,
  },
]

const rowActions = (row: NetWorth, actions: NetValueActions): RowAction[] => [
  row.isStatus
    ? { title: '关闭', icon: RecordStopRegular, run: () => actions.toggle(row) }
    : { title: '开启', icon: PlayCircleRegular, run: () => actions.toggle(row) },
  { title: '编辑', icon: EditRegular, run: () => actions.edit(row) },
  { title: '产品状态', icon: OptionsRegular, run: () => actions.editStatus(row) },
  { title: '删除', icon: DeleteRegular, run: () => actions.remove(row) },
]
