import { useRead } from '#renderer/data/useRead.ts'
import { SitesSelect } from '#renderer/features/sites/SitesSelect.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { ColumnsFilter } from './ColumnsFilter.tsx'
import { DepartmentsFilter } from './DepartmentsFilter.tsx'
import type { StatisticsFilters } from './filters.ts'
import { ManyChoice } from './ManyChoice.tsx'
import type { Departments } from './useDepartments.ts'

interface Props {
  value: StatisticsFilters
  departments: Departments
  onChange: (changes: Partial<StatisticsFilters>) => void
}

/** B·§2: site, column, role, department and date range. */
export function FiltersBar({ value, departments, onChange }: Props) {
  const sites = useRead('site.page', { page: 1, size: 200 }).data?.content ?? []
  const roles = useRead('role.page', { page: 1, size: 1000 }).data?.content ?? []
  return (
    <Toolbar>
      <SitesSelect
        placeholder="全部站点"
        value={value.siteIds}
        // Columns of other sites would count nothing.
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
