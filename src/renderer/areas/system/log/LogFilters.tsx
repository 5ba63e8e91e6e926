import { useMemo } from 'react'
import { areaTitles } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SITE_SEARCH_HINT, useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { SearchOneOf } from '#renderer/ui/fields/SearchOneOf.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { LOG_RESULTS, type LogFilter } from './filter.ts'

const AREAS = ['', ...areaTitles.keys()]
const areas = AREAS.map((area, id) => ({ id, title: areaTitles.get(area) ?? '全部模块' }))
const results = LOG_RESULTS.map(({ title }, id) => ({ id, title }))
/** Ids outside of the range of sites: lines without a site, and no filter. */
const NO_SITE = 0
const ALL_SITES = -1

interface Props {
  filters: LogFilter
  onChange: (filters: Partial<LogFilter>) => void
}

/** Filters by account, site, module, result and time. */
export function LogFilters({ filters, onChange }: Props) {
  const users = useRead('account.pageUser', { pageIndex: 1, pageSize: 1000 }, { quiet: true }).data
  const sites = useSiteItems().items
  const people = useMemo(
    () => [
      { id: 0, title: '全部操作人' },
      ...(users?.content.map(({ id, userName, trueName }) => ({ id, title: userName, note: trueName })) ?? []),
    ],
    [users],
  )
  const places = useMemo(
    () => [{ id: ALL_SITES, title: '全部站点' }, { id: NO_SITE, title: '后台（不属于站点）' }, ...sites],
    [sites],
  )
  return (
    <>
      <SearchOneOf
        label="操作人"
        placeholder="全部操作人"
        items={people}
        searchHint="账号、姓名或拼音首字母"
        value={filters.accountId}
        onChange={(accountId) => onChange({ accountId })}
      />
      <SearchOneOf
        label="站点"
        placeholder="全部站点"
        items={places}
        searchHint={SITE_SEARCH_HINT}
        value={filters.siteId ?? ALL_SITES}
        onChange={(id) => onChange({ siteId: id === ALL_SITES ? undefined : id })}
      />
      <SearchOneOf
        label="模块"
        placeholder="全部模块"
        items={areas}
        searchHint="模块名称或拼音首字母"
        value={AREAS.indexOf(filters.area)}
        onChange={(id) => onChange({ area: AREAS[id] ?? '' })}
      />
      <TruncatedSelect
        label="结果"
        items={results}
        value={LOG_RESULTS.findIndex(({ value }) => value === filters.result)}
        onChange={(id) => onChange({ result: LOG_RESULTS[id]?.value ?? '' })}
      />
      <DateRange
        label="日期"
        value={{ start: filters.postTimeBegin, end: filters.postTimeEnd }}
        onChange={({ start, end }) => onChange({ postTimeBegin: start, postTimeEnd: end })}
      />
    </>
  )
}
