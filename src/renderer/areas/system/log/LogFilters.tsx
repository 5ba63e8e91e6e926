import { useMemo } from 'react'
import { areaTitles } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SITE_SEARCH_HINT, useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { SearchOneOf } from '#renderer/ui/fields/SearchOneOf.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import type { LogFilter } from './filter.ts'
import { LOG } from './text.ts'

const AREAS = ['', ...areaTitles.keys()]
const areas = AREAS.map((area, id) => ({ id, title: areaTitles.get(area) ?? LOG.allAreas }))
const results = LOG.results.map(({ title }, id) => ({ id, title }))
/** The lists show what has an id from 1 on; what is of no site, and no choice at all, stand below them. */
const NO_SITE = 0
const ALL_SITES = -1

interface Props {
  filters: LogFilter
  onChange: (filters: Partial<LogFilter>) => void
}

/** Person, site, part of the product, result and time. */
export function LogFilters({ filters, onChange }: Props) {
  const users = useRead('account.pageUser', { pageIndex: 1, pageSize: 1000 }, { quiet: true }).data
  const sites = useSiteItems().items
  const people = useMemo(
    () => [
      { id: 0, title: LOG.everybody },
      ...(users?.content.map(({ id, userName, trueName }) => ({ id, title: userName, note: trueName })) ?? []),
    ],
    [users],
  )
  const places = useMemo(
    () => [{ id: ALL_SITES, title: LOG.allSites }, { id: NO_SITE, title: LOG.noSite }, ...sites],
    [sites],
  )
  return (
    <>
      <SearchOneOf
        label={LOG.who}
        placeholder={LOG.everybody}
        items={people}
        searchHint={LOG.whoHint}
        value={filters.accountId}
        onChange={(accountId) => onChange({ accountId })}
      />
      <SearchOneOf
        label={LOG.site}
        placeholder={LOG.allSites}
        items={places}
        searchHint={SITE_SEARCH_HINT}
        value={filters.siteId ?? ALL_SITES}
        onChange={(id) => onChange({ siteId: id === ALL_SITES ? undefined : id })}
      />
      <SearchOneOf
        label={LOG.area}
        placeholder={LOG.allAreas}
        items={areas}
        searchHint={LOG.areaHint}
        value={AREAS.indexOf(filters.area)}
        onChange={(id) => onChange({ area: AREAS[id] ?? '' })}
      />
      <TruncatedSelect
        label={LOG.result}
        items={results}
        value={LOG.results.findIndex(({ value }) => value === filters.result)}
        onChange={(id) => onChange({ result: LOG.results[id]?.value ?? '' })}
      />
      <DateRange
        label={LOG.date}
        value={{ start: filters.postTimeBegin, end: filters.postTimeEnd }}
        onChange={({ start, end }) => onChange({ postTimeBegin: start, postTimeEnd: end })}
      />
    </>
  )
}
