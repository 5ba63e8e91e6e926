import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components'
import { useController } from 'react-hook-form'
import { COLUMN_TYPE, manageUrlOf, startingPermissions } from '#shared/domain/columnType.ts'
import type { ColumnControl } from './form.ts'

const TYPES = [
  { type: COLUMN_TYPE.article, title: '单页' },
  { type: COLUMN_TYPE.list, title: '列表' },
  { type: COLUMN_TYPE.plain, title: '普通栏目' },
]
/** Any other number is a plain column too (contradictions.md 52). */
const shownType = (type: number): number => (TYPES.some((each) => each.type === type) ? type : COLUMN_TYPE.plain)

/**
 * The type of the column with the admin URL that follows from it (A·§4). Another type resets the permissions; a new
 * column that takes another type also starts with what fits it for publishing from the front.
 */
export function TypeField({ control, id, disabled }: { control: ColumnControl; id: number; disabled: boolean }) {
  const { field } = useController({ control, name: 'menuType' })
  const { field: setting } = useController({ control, name: 'setting' })
  const { field: publishing } = useController({ control, name: 'isAddArticle' })
  const type = Number(field.value ?? COLUMN_TYPE.plain)

  const choose = (next: number): void => {
    field.onChange(next)
    setting.onChange([...startingPermissions(next)])
    if (id === 0) publishing.onChange(next === COLUMN_TYPE.list)
  }
  const url = manageUrlOf(type, id).replace(/\/0$/, '/{id}')
  return (
    <>
      <Field label="栏目类型" hint={disabled ? '系统栏目的类型不能修改' : '改变类型时，操作权限和后台地址会重新设置'}>
        <RadioGroup
          layout="horizontal"
          disabled={disabled}
          value={String(shownType(type))}
          onChange={(_event, data) => choose(Number(data.value))}
        >
          {TYPES.map(({ type: value, title }) => (
            <Radio key={value} value={String(value)} label={title} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="后台地址" hint={id === 0 && url !== '' ? '{id} 在保存后换成栏目的编号' : undefined}>
        <Input readOnly appearance="filled-darker" value={url} placeholder="普通栏目没有后台地址" />
      </Field>
    </>
  )
}
