import { withDecimals } from '#shared/domain/decimalText.ts'
import { DeleteRegular, EditRegular, OptionsRegular, PlayCircleRegular, RecordStopRegular } from '@fluentui/react-icons'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { type RowAction, RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { NET_VALUE, NET_VALUE_LABELS as LABELS } from '#renderer/areas/data/net-value/text.ts'

/** What can be done with one net value. */
export interface NetValueActions {
  toggle: (row: NetWorth) => void
  edit: (row: NetWorth) => void
  status: (row: NetWorth) => void
  remove: (row: NetWorth) => void
}

type Amount = 'naValue' | 'accumulValue' | 'fundIncome' | 'sevenAnnualized'
/** Room for whole amounts in a wide window. */
const SHARE = { width: '8%', least: 80 }
const amount = (key: Amount, title: string = LABELS[key]): TableColumn<NetWorth> => ({
  key,
  title,
  ...SHARE,
  align: 'end',
  render: (row) => (key === 'naValue' || key === 'accumulValue' ? withDecimals(row[key], 4) : row[key]),
})

/** What a row is called. */
export const nameOf = ({ productName, nwTime }: NetWorth): string => `${productName} ${nwTime}`

/**
 * B·§2 Net-value products: the columns of the maintenance table, and the actions. They just fit in a window of 1280 px.
 */
export const columnsOf = (actions: NetValueActions): TableColumn<NetWorth>[] => [
  { key: 'id', title: LABELS.id, width: '64px', render: (row) => String(row.id) },
  { key: 'productCode', title: LABELS.productCode, ...SHARE, render: (row) => row.productCode },
  { key: 'productName', title: LABELS.productName, render: (row) => row.productName },
  { key: 'nwTime', title: LABELS.nwTime, width: '98px', render: (row) => row.nwTime },
  { key: 'state', title: LABELS.state, ...SHARE, render: (row) => row.state },
  amount('naValue'),
  amount('accumulValue'),
  amount('fundIncome'),
  amount('sevenAnnualized', NET_VALUE.sevenAnnualized),
  {
    key: 'isStatus',
    title: LABELS.isStatus,
    width: '62px',
    render: (row) => (
      <StateBadges
        badges={[
          row.isStatus ? { title: NET_VALUE.on, color: 'success' } : { title: NET_VALUE.off, color: 'informative' },
        ]}
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
    ? { title: NET_VALUE.turnOff, icon: RecordStopRegular, run: () => actions.toggle(row) }
    : { title: NET_VALUE.turnOn, icon: PlayCircleRegular, run: () => actions.toggle(row) },
  { title: NET_VALUE.edit, icon: EditRegular, run: () => actions.edit(row) },
  { title: NET_VALUE.status, icon: OptionsRegular, run: () => actions.status(row) },
  { title: NET_VALUE.remove, icon: DeleteRegular, run: () => actions.remove(row) },
]
