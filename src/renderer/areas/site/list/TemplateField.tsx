import type { FieldValues } from 'react-hook-form'
import { mayCall } from '#shared/domain/callAccess.ts'
import { templateOperations } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'

const NONE = { value: 0, title: '不使用模板' }

interface Props {
  /** The template that the site has now; it stays choosable when the list doesn't show it. */
  current: number
}

/** Which template a site uses; left out for an account that may not see templates (the site then keeps its own). */
export function TemplateField<In extends FieldValues, Out>({ current, ...field }: Bound<In, Out> & Props) {
  const session = useSession()
  const allowed = session !== undefined && mayCall(templateOperations['template.list'].access, session) === 'yes'
  const { data, error } = useRead('template.list', { page: 1, size: 200 }, { enabled: allowed, quiet: true })
  if (!allowed) return null
  const listed = (data?.content ?? []).map(({ id, name, folder }) => ({ value: id, title: `${name}（${folder}）` }))
  const missing = current !== 0 && !listed.some(({ value }) => value === current)
  const kept = missing ? [{ value: current, title: data ? `当前模板（编号 ${current}）` : '当前模板' }] : []
  const hint = error ? `模板列表没有加载成功：${error.message}` : field.hint
  return <SelectField {...field} hint={hint} options={[NONE, ...kept, ...listed]} />
}
