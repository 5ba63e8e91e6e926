import { Field, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import { useEffect, useEffectEvent } from 'react'
import type { ImportSummary, ImportMapping } from '#shared/contract/contentImport.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import { matchColumns, isListColumn } from './mapping.ts'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  samples: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

interface Props {
  siteId: number
  found: ImportSummary
  mapping: ImportMapping
  onChange: (more: Partial<ImportMapping>) => void
}

/** Maps columns of a sheet to fields. Columns with the name of a field are matched automatically. */
export function SheetMapping({ siteId, found, mapping, onChange }: Props) {
  const styles = useStyles()
  const [group] = mapping.groups
  const classId = group?.classId ?? 0
  const { data } = useRead('column.findById', { id: classId }, { quiet: true, enabled: classId > 0 })
  const fields = data?.id === classId ? data.menuField.filter(({ isAdd }) => isAdd) : undefined
  const match = useEffectEvent(() => {
    if (fields) onChange({ columns: matchColumns(found, fields, mapping) })
  })
  const fieldKey = fields?.map(({ fieldName }) => fieldName).join()
  useEffect(() => {
    match()
  }, [fieldKey])
  const fieldOf = (title: string): string => mapping.columns.find((each) => each.title === title)?.fieldName ?? ''
  const setField = (title: string, fieldName: string): void =>
    onChange({
      columns: found.columns.map((each) => ({
        title: each.title,
        fieldName: each.title === title ? fieldName : fieldOf(each.title),
      })),
    })
  return (
    <>
      <Field label="导入到的栏目" required>
        <ColumnTreeSelect
          siteId={siteId}
          label="导入到的栏目"
          value={classId}
          fits={isListColumn}
          onChange={(id) => onChange({ groups: [{ key: '', to: 'column', classId: id, title: '', parentId: 0 }] })}
        />
      </Field>
      {fields &&
        found.columns.map(({ title, samples }) => (
          <div key={title} className={styles.row}>
            <span>
              {title}
              <Text block size={200} className={styles.samples}>
                {samples.join('、')}
              </Text>
            </span>
            <Select
              aria-label={`“${title}”对应的字段`}
              value={fieldOf(title)}
              onChange={(_event, { value }) => setField(title, value)}
            >
              <option value="">不导入该列</option>
              {fields.map((field) => (
                <option key={field.fieldName} value={field.fieldName}>
                  {fieldTitle(field)}
                </option>
              ))}
            </Select>
          </div>
        ))}
      {fields && (
        <Field label="用于识别同一行的列" hint="再次导入时按该列的值判断是否为同一行；未选择时，整行相同才视为同一行。">
          <Select value={mapping.keyTitle} onChange={(_event, { value }) => onChange({ keyTitle: value })}>
            <option value="">整行比较</option>
            {found.columns.map(({ title }) => (
              <option key={title} value={title}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
