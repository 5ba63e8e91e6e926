import { Button, Dropdown, makeStyles, Option } from '@fluentui/react-components'
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { type ContentFilters, toDay, readFieldFilter } from '../filters.ts'
import type { ListColumn } from '../listColumn.ts'
import { SearchField } from './SearchField.tsx'
import { searchKind } from './searchKind.ts'

const useStyles = makeStyles({ status: { minWidth: '110px', width: '110px' } })

/** Search fields that are visible without expanding. */
const INITIAL_FIELDS = 3

interface Props {
  column: ListColumn
  list: ListState<ContentFilters>
  /** Shows the status filter; the bins have entries of one status only. */
  withStatus?: boolean
}

/** Options of the status filter (B·§2). */
const STATUS_CHOICES = [
  { value: '', title: '全部状态' },
  { value: 'true', title: '已发布' },
  { value: 'false', title: '未发布' },
] as const

/** Filters: status, creation time and the column's search fields (B·§2). */
export function SearchBar({ column, list, withStatus = false }: Props) {
  const styles = useStyles()
  const { isStatus, start, end, fields } = list.filters
  const searchable = column.searchField.filter((field) => searchKind(field) !== 'none')
  const [isExpanded, setIsExpanded] = useState(
    searchable.slice(INITIAL_FIELDS).some(({ fieldName }) => readFieldFilter(fields, fieldName)),
  )
  // A field that filters the list is always shown.
  const shown = searchable.filter(
    ({ fieldName }, at) => isExpanded || at < INITIAL_FIELDS || readFieldFilter(fields, fieldName) !== '',
  )
  return (
    <>
      {withStatus && (
        <Dropdown
          className={styles.status}
          aria-label="发布状态"
          value={STATUS_CHOICES.find((choice) => choice.value === isStatus)?.title ?? '全部状态'}
          selectedOptions={[isStatus]}
          onOptionSelect={(_event, { optionValue = '' }) => list.setFilter('isStatus', optionValue)}
        >
          {STATUS_CHOICES.map(({ value, title }) => (
            <Option key={value} value={value} text={title}>
              {title}
            </Option>
          ))}
        </Dropdown>
      )}
      <DateRange
        label="创建时间"
        value={{ start, end }}
        onChange={(range) => list.setFilters({ start: toDay(range.start), end: toDay(range.end) })}
      />
      {shown.map((field) => (
        <SearchField
          key={field.fieldName}
          field={field}
          siteId={column.siteId}
          value={readFieldFilter(fields, field.fieldName)}
          onChange={(value) => {
            const { [field.fieldName]: _before, ...others } = fields
            list.setFilter('fields', value ? { ...others, [field.fieldName]: value } : others)
          }}
        />
      ))}
      {searchable.length > INITIAL_FIELDS && (
        <Button
          appearance="subtle"
          icon={isExpanded ? <ChevronUpRegular /> : <ChevronDownRegular />}
          iconPosition="after"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? '收起条件' : '更多条件'}
        </Button>
      )}
    </>
  )
}
