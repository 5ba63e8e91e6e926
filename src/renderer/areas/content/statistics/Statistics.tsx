import { Button, makeStyles, mergeClasses, Tooltip } from '@fluentui/react-components'
import { ArrowClockwiseRegular, DataBarVerticalRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import type { StatisticsRow } from '#shared/contract/content.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { Chart } from './Chart.tsx'
import { COLUMNS, createLines } from './columns.tsx'
import { FiltersBar } from './FiltersBar.tsx'
import { toInput, NO_FILTERS } from './filters.ts'
import { useDepartments } from './useDepartments.ts'

const useStyles = makeStyles({
  table: { display: 'flex', flexDirection: 'column', flex: '1 0 auto', height: '320px', minHeight: '320px' },
  stale: { opacity: 0.6 },
})

const NO_DEPARTMENTS = '人员尚未设置部门，“部门”列为空。'
const hasNoDepartments = (rows: readonly StatisticsRow[] = []): boolean =>
  rows.length > 0 && rows.every(({ department }) => department === '')

/** The amount of content by person (B·§2 Publish statistics). */
export function Statistics() {
  const styles = useStyles()
  const list = useListState({ filters: NO_FILTERS })
  const ownInput = toInput(list.filters)
  const departments = useDepartments(ownInput.departments)
  const input = { ...ownInput, departments: [...(departments.input ?? ownInput.departments)] }
  const read = useRead('content.publishStatistics', input, {
    quiet: true,
    keepPrevious: true,
    enabled: departments.input !== undefined,
  })
  const rows = useMemo(() => read.data && createLines(read.data), [read.data])
  return (
    <Page>
      <PageHeader
        title="发布统计"
        text={`每位人员新增的内容数量及其当前状态，每篇内容只计一次。${hasNoDepartments(read.data) ? NO_DEPARTMENTS : ''}`}
        actions={
          <>
            <Tooltip content="刷新" relationship="label">
              <Button appearance="subtle" icon={<ArrowClockwiseRegular />} onClick={() => void read.refetch()} />
            </Tooltip>
            <SheetButtons
              what="发布统计"
              at={{ siteId: 0, menuId: MENU.publishStats }}
              exports={{ operation: 'content.statisticsSheet', input }}
            />
          </>
        }
      />
      <FiltersBar value={list.filters} departments={departments} onChange={list.setFilters} />
      {read.data && <Chart rows={read.data} />}
      <div
        className={mergeClasses(styles.table, read.isPlaceholderData && styles.stale)}
        aria-busy={read.isPlaceholderData}
      >
        <DataTable
          label="发布统计"
          columns={COLUMNS}
          rows={rows}
          rowKey={(line) => line.number}
          read={read}
          empty={
            <EmptyState
              icon={DataBarVerticalRegular}
              title={list.narrowed ? '没有找到' : '还没有内容'}
              text={list.narrowed ? '没有符合条件的内容，请放宽条件' : '新增内容后显示各人员的内容数量'}
              {...(list.narrowed ? { action: <Button onClick={list.reset}>清除条件</Button> } : {})}
            />
          }
        />
      </div>
    </Page>
  )
}
