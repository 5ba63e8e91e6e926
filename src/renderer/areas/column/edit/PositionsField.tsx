import { useWatch } from 'react-hook-form'
import { COLUMN_POSITIONS, positionsOffered } from '#shared/domain/columnPosition.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import type { ColumnControl } from './form.ts'

/** Where the column is shown; what is offered follows from its mark and module (contradictions.md 48, 49). */
export function PositionsField({ control }: { control: ColumnControl }) {
  const [identifies, moduleId] = useWatch({ control, name: ['identifies', 'moduleId'] })
  const offered = positionsOffered({ identifies: (identifies ?? '').trim(), moduleId: Number(moduleId ?? 0) })
  const options = COLUMN_POSITIONS.map(({ id, title }) => ({ value: id, title, disabled: !offered.includes(id) }))
  const hint = offered.length === 0 ? '有唯一标识的栏目，和模块为“专题”“导航专题”的栏目可以设置' : undefined
  return <CheckboxGroupField control={control} name="showPositionIds" label="展示位置" options={options} hint={hint} />
}
