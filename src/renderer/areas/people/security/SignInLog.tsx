import { ShieldLockRegular } from '@fluentui/react-icons'
import type { SignInLine } from '#shared/contract/security.ts'
import { SIGN_IN_METHOD_TITLES } from '#shared/domain/signInMethods.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { deviceName } from '#shared/domain/deviceName.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { dayOf, rangeOf } from '#renderer/ui/fields/dates.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const badgeOf = ({ ok, waits }: SignInLine) =>
  ok
    ? ({ title: '成功', color: 'success' } as const)
    : waits
      ? ({ title: '待验证', color: 'warning' } as const)
      : ({ title: '拒绝', color: 'danger' } as const)

const COLUMNS: readonly TableColumn<SignInLine>[] = [
  { key: 'createDate', title: '时间', width: '168px', render: (row) => row.createDate },
  { key: 'username', title: '账号', width: '16%', minWidth: 110, render: (row) => row.username || '—' },
  { key: 'way', title: '方式', width: '92px', render: (row) => SIGN_IN_METHOD_TITLES[row.way] },
  {
    key: 'ok',
    title: '结果',
    width: '76px',
    render: (row) => <StateBadges badges={[badgeOf(row)]} />,
  },
  { key: 'msg', title: '说明', render: (row) => row.msg },
  { key: 'ip', title: 'IP', width: '140px', render: (row) => row.ip },
  { key: 'userAgent', title: '设备', width: '18%', minWidth: 130, render: (row) => deviceName(row.userAgent) },
]

const RESULTS = [
  { value: '', title: '全部结果' },
  { value: 'ok', title: '成功' },
  { value: 'refused', title: '拒绝' },
  { value: 'waits', title: '待验证' },
] as const

const RESULT_ITEMS = RESULTS.map(({ title }, id) => ({ id, title }))
type Result = (typeof RESULTS)[number]['value']
const toDay = (time: string): string => time.slice(0, 10)

export function SignInLog() {
  const list = useListState({ size: 20, filters: { result: '' as Result, from: '', to: '' } })
  const read = useRead('security.signInLog', list.input, { quiet: true, keepPrevious: true })
  const { result, from, to } = list.filters
  const filter = { key: list.input.key, result, from, to }
  return (
    <ListBody
      label="登录日志"
      list={list}
      read={read}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      search="搜索账号、IP"
      filters={
        <>
          <TruncatedSelect
            label="结果"
            items={RESULT_ITEMS}
            value={RESULTS.findIndex(({ value }) => value === result)}
            onChange={(id) => list.setFilter('result', RESULTS[id]?.value ?? '')}
          />
          <DateRange
            label="日期"
            value={rangeOf(dayOf(from), dayOf(to))}
            onChange={({ start, end }) => list.setFilters({ from: toDay(start), to: toDay(end) })}
          />
          <SheetButtons
            what="登录日志"
            at={{ siteId: 0, menuId: MENU.account }}
            exports={{ operation: 'security.signInLogSheet', input: filter }}
          />
        </>
      }
      empty={<EmptyState icon={ShieldLockRegular} title="还没有登录记录" text="登录或尝试登录后，会显示记录" />}
    />
  )
}
