import { makeStyles, Select } from '@fluentui/react-components'
import type { OutputOf } from '#shared/contract/registry.ts'
import { type SITEMAP_FREQUENCIES, SITEMAP_PRIORITIES } from '#shared/domain/sitemapRules.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export type Row = OutputOf<'sitemap.settings'>['columns'][number]
type Rule = OutputOf<'sitemap.settings'>['rules'][number]

const useStyles = makeStyles({ select: { width: '100%', minWidth: 0 } })

const INCLUDED = { yes: '收录', no: '不收录' } as const
export const FREQUENCIES: Readonly<Record<(typeof SITEMAP_FREQUENCIES)[number], string>> = {
  always: '随时',
  hourly: '每小时',
  daily: '每天',
  weekly: '每周',
  monthly: '每月',
  yearly: '每年',
  never: '从不',
}
/** Label of the empty option: a column inherits from its parent. */
const inheritedLabel = (row: Row, on: string): string => (row.id === 0 || row.parentId === 0 ? on : '随上级')

interface CellProps {
  label: string
  none: string
  value: string
  choices: readonly (readonly [value: string, title: string])[]
  onChange: (value: string) => void
}

function Cell({ label, none, value, choices, onChange }: CellProps) {
  const styles = useStyles()
  return (
    <Select
      size="small"
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(_event, data) => onChange(data.value)}
    >
      <option value="">{none}</option>
      {choices.map(([each, title]) => (
        <option key={each} value={each}>
          {title}
        </option>
      ))}
    </Select>
  )
}

/** @param onChange gets the whole rule of a column with the new value */
export const columnsOf = ({
  ruleOf,
  onChange,
}: {
  ruleOf: (columnId: number) => Rule
  onChange: (rule: Rule) => void
}): TableColumn<Row>[] => [
  { key: 'title', title: '栏目', render: (row) => row.title },
  { key: 'pages', title: '页面数', width: '96px', align: 'end', render: (row) => String(row.pages) },
  {
    key: 'included',
    title: '是否收录',
    width: '152px',
    render: (row) => (
      <Cell
        label={`是否收录 ${row.title}`}
        none={inheritedLabel(row, '收录（默认）')}
        value={ruleOf(row.id).included}
        choices={Object.entries(INCLUDED)}
        onChange={(value) => onChange({ ...ruleOf(row.id), included: value as Rule['included'] })}
      />
    ),
  },
  {
    key: 'frequency',
    title: '更新频率',
    width: '152px',
    render: (row) => (
      <Cell
        label={`更新频率 ${row.title}`}
        none={inheritedLabel(row, '不填写')}
        value={ruleOf(row.id).frequency}
        choices={Object.entries(FREQUENCIES)}
        onChange={(value) => onChange({ ...ruleOf(row.id), frequency: value as Rule['frequency'] })}
      />
    ),
  },
  {
    key: 'priority',
    title: '优先级',
    width: '136px',
    render: (row) => (
      <Cell
        label={`优先级 ${row.title}`}
        none={inheritedLabel(row, '不填写')}
        value={ruleOf(row.id).priority}
        choices={SITEMAP_PRIORITIES.map((each) => [each, each])}
        onChange={(value) => onChange({ ...ruleOf(row.id), priority: value as Rule['priority'] })}
      />
    ),
  },
]
