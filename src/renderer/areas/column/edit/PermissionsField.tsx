import { useWatch } from 'react-hook-form'
import { COLUMN_TYPE, offersPermission } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import type { ColumnControl } from './form.ts'

/** What roles can be granted on the column, by the names of the permission dictionary (call 39). */
export function PermissionsField({ control }: { control: ColumnControl }) {
  const names = useRead('dict.index', {}, { quiet: true })
  const [menuType, setting] = useWatch({ control, name: ['menuType', 'setting'] })
  if (names.error && !names.data) return <ErrorState error={names.error} onRetry={() => void names.refetch()} />
  if (!names.data) return <LoadingState label="正在加载操作权限…" />
  const type = Number(menuType ?? COLUMN_TYPE.plain)
  const ticked = new Set((setting ?? []).map(Number))
  const options = names.data.map(({ id, title }) => ({
    value: id,
    title: `${title} ${id}`,
    // What an older type left ticked can still be taken away.
    disabled: !offersPermission(type, id) && !ticked.has(id),
  }))
  const hint = type === COLUMN_TYPE.article ? '单页只有 1102 到 1105 可以设置' : undefined
  return (
    <CheckboxGroupField control={control} name="setting" label="可以授予用户组的操作" options={options} hint={hint} />
  )
}
