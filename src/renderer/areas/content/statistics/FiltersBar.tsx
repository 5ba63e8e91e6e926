import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SitesSelect } from '#renderer/features/sites/SitesSelect.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { ManyChoice } from '#renderer/ui/fields/ManyChoice.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useReads } from '#renderer/data/useReads.ts'
import type { StatisticsFilters } from './filters.ts'
import type { Departments } from './useDepartments.ts'
import { TreeFilter } from './TreeFilter.tsx'
import { type Item, findTopmost } from './treeItems.ts'

interface Props {
  value: StatisticsFilters
  departments: Departments
  onChange: (changes: Partial<StatisticsFilters>) => void
}

/** Filters: site, column, role, department and date range (B·§2). */
export function FiltersBar({ value, departments, onChange }: Props) {
  const sites = useRead('site.page', { page: 1, size: 200 }).data?.content ?? []
  const roles = useRead('role.page', { page: 1, size: 1000 }).data?.content ?? []
  return (
    <Toolbar>
      <SitesSelect
        placeholder="全部站点"
        value={value.siteIds}
        // Columns of deselected sites would match nothing, so the columns are cleared.
        onChange={(siteIds) => onChange({ siteIds, classIds: [] })}
      />
      <ColumnsFilter
        sites={sites.filter(({ id }) => value.siteIds.includes(id))}
        value={value.classIds}
        onChange={(classIds) => onChange({ classIds })}
      />
      <ManyChoice
        label="角色"
        all="全部角色"
        options={roles.map(({ id, name }) => ({ id, title: name }))}
        value={value.roleIds}
        onChange={(roleIds) => onChange({ roleIds })}
      />
      <DepartmentsFilter
        departments={departments}
        value={value.departments}
        onChange={(chosen) => onChange({ departments: chosen })}
      />
      <DateRange label="创建日期" value={value} onChange={onChange} />
    </Toolbar>
  )
}

interface DepartmentsFilterProps {
  departments: Departments
  /** The topmost checked departments, because an address cannot hold thousands of ids. */
  value: readonly number[]
  onChange: (departments: number[]) => void
}

/** Filter by departments; checking one checks its descendants. */
function DepartmentsFilter({ departments: { items, ticked, error, retry }, value, onChange }: DepartmentsFilterProps) {
  return (
    <TreeFilter
      label="部门"
      items={items}
      keys={ticked}
      chosen={value.length}
      onChange={(keys) => onChange(findTopmost(items ?? [], new Set(keys)).map(({ key }) => key))}
      error={error}
      onRetry={retry}
    />
  )
}

interface ColumnsFilterProps {
  /** The chosen sites, whose columns are offered. */
  sites: readonly { id: number; title: string }[]
  value: readonly number[]
  onChange: (classIds: number[]) => void
}

/** Filter by columns of the chosen sites; checking one checks its descendants. */
function ColumnsFilter({ sites, value, onChange }: ColumnsFilterProps) {
  const reads = useReads(
    'column.getTree',
    sites.map(({ id }) => ({ siteId: id, showHiddenMenu: true })),
  )
  const failed = reads.find((read) => read.error)
  const trees = reads.map((read) => read.data)
  const isLoaded = sites.length > 0 && trees.every((each) => each !== undefined)
  const items = isLoaded ? itemsOf(sites.map((site, at) => ({ ...site, tree: trees[at] ?? [] }))) : undefined
  return (
    <TreeFilter
      label="栏目"
      notYet={sites.length === 0 ? '请先选择站点' : undefined}
      items={items}
      keys={findCheckedKeys(items ?? [], value)}
      chosen={value.length}
      onChange={(keys) => onChange(keys.filter((key) => key > 0))}
      error={failed?.error ?? null}
      onRetry={() => void failed?.refetch()}
    />
  )
}

const itemOf = ({ id, title, child }: Column): Item => ({ key: id, title, child: child.map(itemOf) })

/** The columns of one site, or of several sites grouped below their site (whose key is the negative id). */
function itemsOf(sites: readonly { id: number; title: string; tree: readonly Column[] }[]): Item[] {
  const [only, ...others] = sites
  if (only && others.length === 0) return only.tree.map(itemOf)
  return sites.map(({ id, title, tree }) => ({ key: -id, title, child: tree.map(itemOf) }))
}

/** The checked keys: a site is checked if all its columns are. */
function findCheckedKeys(items: readonly Item[], classIds: readonly number[]): ReadonlySet<number> {
  const keys = new Set(classIds)
  for (const { key, child } of items)
    if (key < 0 && child.length > 0 && child.every((each) => keys.has(each.key))) keys.add(key)
  return keys
}
