import type { StatisticsRow } from '#shared/contract/content.ts'
import { STATISTICS_COUNTS, statisticsTotal } from '#shared/domain/statistics.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

/** A line of the table: a person, or the totals. */
interface Line extends StatisticsRow {
  /** Number of the line; 0: the totals. */
  number: number
}

/** Numbers the rows and appends the totals. */
export function createLines(rows: readonly StatisticsRow[]): Line[] {
  if (rows.length === 0) return []
  const sums: Line = { role: '', department: '', person: '', ...statisticsTotal(rows), number: 0 }
  return [...rows.map((row, index) => ({ ...row, number: index + 1 })), sums]
}

const emphasizeTotal = (line: Line, what: string | number) => (line.number === 0 ? <strong>{what}</strong> : what)

/** Number, role, department, person, the four counts and their sum (B·§2). */
export const COLUMNS: readonly TableColumn<Line>[] = [
  { key: 'number', title: '序号', width: '64px', render: (line) => emphasizeTotal(line, line.number || '合计') },
  { key: 'role', title: '角色', render: ({ role }) => role },
  { key: 'department', title: '部门', width: '24%', render: ({ department }) => department },
  { key: 'person', title: '人员', render: ({ person }) => person },
  ...STATISTICS_COUNTS.map(({ key, title }): TableColumn<Line> => ({
    key,
    title,
    width: '88px',
    align: 'end',
    render: (line) => emphasizeTotal(line, line[key]),
  })),
  { key: 'sum', title: '合计', width: '88px', align: 'end', render: (line) => emphasizeTotal(line, line.sum) },
]
