import { Input, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import type { ImportGroup, ImportMapping } from '#shared/contract/contentImport.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import { isListColumn } from './mapping.ts'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 140px minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  count: { color: tokens.colorNeutralForeground3 },
  wide: { gridColumn: 'span 2' },
})

type Target = ImportMapping['groups'][number]

interface Props {
  siteId: number
  groups: readonly ImportGroup[]
  targets: readonly Target[]
  onChange: (targets: Target[]) => void
}

/** Maps each group to an existing column, a new column, or none. */
export function GroupMapping({ siteId, groups, targets, onChange }: Props) {
  const styles = useStyles()
  const change = (key: string, more: Partial<Target>): void =>
    onChange(targets.map((each) => (each.key === key ? { ...each, ...more } : each)))
  return groups.map(({ key, title, count }) => {
    const target = targets.find((each) => each.key === key)
    if (!target) return null
    return (
      <div key={key} className={styles.row}>
        <span>
          {title}{' '}
          <Text size={200} className={styles.count}>
            {count} 条
          </Text>
        </span>
        <Select
          aria-label={`“${title}”导入到`}
          value={target.to}
          onChange={(_event, { value }) => change(key, { to: value as Target['to'] })}
        >
          {Object.entries({ column: '已有栏目', new: '新增栏目', skip: '不导入' }).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        {target.to === 'column' && (
          <div className={styles.wide}>
            <ColumnTreeSelect
              siteId={siteId}
              label={`“${title}”的栏目`}
              value={target.classId}
              fits={isListColumn}
              onChange={(classId) => change(key, { classId })}
            />
          </div>
        )}
        {target.to === 'new' && (
          <>
            <Input
              aria-label={`“${title}”的新栏目名称`}
              value={target.title}
              maxLength={254}
              onChange={(_event, { value }) => change(key, { title: value })}
            />
            <ColumnTreeSelect
              siteId={siteId}
              label={`“${title}”的上级栏目`}
              rootTitle="顶级栏目"
              value={target.parentId}
              onChange={(parentId) => change(key, { parentId })}
            />
          </>
        )}
      </div>
    )
  })
}
