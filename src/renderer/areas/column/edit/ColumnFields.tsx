import { type ReactNode, useId, useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Field, Input, makeStyles, Radio, RadioGroup, Subtitle2, tokens } from '@fluentui/react-components'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { COLUMN_POSITIONS, offeredPositions } from '#shared/domain/columnPosition.ts'
import { COLUMN_TYPE, manageUrlOf, offersPermission, initialPermissions } from '#shared/domain/columnType.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { TextListField } from '#renderer/ui/fields/TextListField.tsx'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { ColumnControl, ColumnValues } from './form.ts'
import { PairsField } from './PairsField.tsx'
import { acceptsNoChild } from './acceptsNoChild.ts'

const TYPES = [
  { type: COLUMN_TYPE.article, title: '单页' },
  { type: COLUMN_TYPE.list, title: '列表' },
  { type: COLUMN_TYPE.plain, title: '普通栏目' },
]
/** Maps every unknown type to a plain column (contradictions.md 52). */
const normalizeType = (type: number): number => (TYPES.some((each) => each.type === type) ? type : COLUMN_TYPE.plain)

/**
 * The type of the column and the admin URL that results from it (A·§4). Changing the type resets the permissions; for a
 * new column it also resets whether visitors may publish.
 */
function TypeField({ control, id, disabled }: { control: ColumnControl; id: number; disabled: boolean }) {
  const { field } = useController({ control, name: 'menuType' })
  const { field: setting } = useController({ control, name: 'setting' })
  const { field: publishing } = useController({ control, name: 'isAddArticle' })
  const type = Number(field.value ?? COLUMN_TYPE.plain)

  const changeType = (next: number): void => {
    field.onChange(next)
    setting.onChange([...initialPermissions(next)])
    if (id === 0) publishing.onChange(next === COLUMN_TYPE.list)
  }
  const url = manageUrlOf(type, id).replace(/\/0$/, '/{id}')
  return (
    <>
      <Field label="栏目类型" hint={disabled ? '系统栏目的类型不能修改' : '更改类型后，操作权限和后台地址将重置'}>
        <RadioGroup
          layout="horizontal"
          disabled={disabled}
          value={String(normalizeType(type))}
          onChange={(_event, data) => changeType(Number(data.value))}
        >
          {TYPES.map(({ type: value, title }) => (
            <Radio key={value} value={String(value)} label={title} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="后台地址" hint={id === 0 && url !== '' ? '保存后，{id} 替换为栏目编号' : undefined}>
        <Input readOnly appearance="filled-darker" value={url} placeholder="普通栏目没有后台地址" />
      </Field>
    </>
  )
}

const MODULES = [{ value: 0, title: '不指定' }, ...COLUMN_MODULES.map(({ id, title }) => ({ value: id, title }))]

interface Props {
  control: ColumnControl
  /** The values at opening. */
  start: ColumnValues
}

/** All fields of a column (A·§3), in sections. System columns have no pages. */
export function ColumnFields({ control, start }: Props) {
  const isSystem = start.siteId === 0
  return (
    <>
      <BasicSection control={control} start={start} />
      <Section title="类型和权限">
        <TypeField control={control} id={start.id} disabled={isSystem} />
        <Wide>
          <PermissionsField control={control} />
        </Wide>
      </Section>
      {!isSystem && (
        <>
          <PagesSection control={control} siteId={start.siteId} />
          <DisplaySection control={control} />
          <SeoSection control={control} />
        </>
      )}
    </>
  )
}

function BasicSection({ control, start }: Props) {
  const who = useSession()
  const isSystem = start.siteId === 0
  const isUnavailableParent = useMemo(() => {
    const containsParent = (column: Column): boolean =>
      column.id === start.parentId || column.child.some(containsParent)
    // The column's current parent stays selectable, even if it accepts no further columns.
    return (column: Column) => column.id === start.id || (!containsParent(column) && acceptsNoChild(who, column))
  }, [who, start.id, start.parentId])
  return (
    <Section title="基本信息">
      <TextField control={control} name="title" label="栏目名称" required autoFocus />
      <TextField control={control} name="enTitle" label="英文名称" />
      <ColumnTreeField
        control={control}
        name="parentId"
        label="上级栏目"
        siteId={start.siteId}
        rootTitle="顶级栏目"
        exclude={isUnavailableParent}
        disabled={isSystem}
        {...(isSystem ? { hint: '系统栏目的位置不能修改' } : {})}
      />
      <NumberField control={control} name="sort" label="排序" min={0} max={999_999_999} hint="数值越大，排序越靠前" />
      <TextField control={control} name="identifies" label="唯一标识" maxLength={64} hint="选填，同一站点内不能重复" />
      <TextField
        control={control}
        name="code"
        label="栏目代码"
        maxLength={64}
        hint="汉字、字母、数字、下划线和短横线"
      />
    </Section>
  )
}

function PagesSection({ control, siteId }: { control: ColumnControl; siteId: number }) {
  return (
    <Section title="页面和模板">
      <Wide>
        <PairsField
          {...{ control, siteId }}
          kind="List"
          title="列表页"
          hint="第一个地址作为栏目的前台地址；单页的页面地址也填写在列表页中。"
        />
      </Wide>
      <Wide>
        <PairsField {...{ control, siteId }} kind="Detail" title="详情页" hint="地址中的 {id} 会替换为内容编号" />
      </Wide>
      <TextField control={control} name="frontUrl" label="外部链接" hint="填写后，在前台点击栏目时打开该地址" />
      <SwitchField control={control} name="targetBlank" label="新窗口打开" states={{ on: '是', off: '否' }} />
    </Section>
  )
}

function DisplaySection({ control }: { control: ColumnControl }) {
  const clue = useWatch({ control, name: 'clue' })
  return (
    <Section title="展示和数据">
      <SelectField control={control} name="moduleId" label="栏目模块" options={MODULES} />
      <PositionsField control={control} />
      <SwitchField
        control={control}
        name="isAddArticle"
        label="允许前台发布"
        states={{ on: '允许', off: '不允许' }}
        hint="访客可在前台向该栏目提交内容"
      />
      <SwitchField
        control={control}
        name="clue"
        label="线索栏目"
        states={{ on: '是', off: '否' }}
        {...(clue === true ? { hint: '该栏目的内容会显示在“线索数据”中' } : {})}
      />
      <Wide>
        <TextListField control={control} name="apiUrlList" label="接口地址" itemName="接口地址" max={50} />
      </Wide>
    </Section>
  )
}

function SeoSection({ control }: { control: ColumnControl }) {
  return (
    <Section title="SEO">
      <TextField control={control} name="seoTitle" label="SEO 标题" />
      <TextField control={control} name="seoKeywords" label="SEO 关键词" />
      <Wide>
        <TextAreaField control={control} name="seoDescription" label="SEO 描述" rows={3} maxLength={1000} />
      </Wide>
    </Section>
  )
}

/** Display positions of the column, offered by its identifier and module (contradictions.md 48, 49). */
function PositionsField({ control }: { control: ColumnControl }) {
  const [identifies, moduleId] = useWatch({ control, name: ['identifies', 'moduleId'] })
  const offered = offeredPositions({ identifies: (identifies ?? '').trim(), moduleId: Number(moduleId ?? 0) })
  const options = COLUMN_POSITIONS.map(({ id, title }) => ({ value: id, title, disabled: !offered.includes(id) }))
  const hint = offered.length === 0 ? '仅有唯一标识的栏目，或模块为“专题”“导航专题”的栏目可以设置' : undefined
  return <CheckboxGroupField control={control} name="showPositionIds" label="展示位置" options={options} hint={hint} />
}

/** Permissions that user groups can be granted on the column, named by the permission dictionary (call 39). */
function PermissionsField({ control }: { control: ColumnControl }) {
  const names = useRead('dict.index', {}, { quiet: true })
  const [menuType, setting] = useWatch({ control, name: ['menuType', 'setting'] })
  if (names.error && !names.data) return <ErrorState error={names.error} onRetry={() => void names.refetch()} />
  if (!names.data) return <LoadingState label="正在加载操作权限…" />
  const type = Number(menuType ?? COLUMN_TYPE.plain)
  const checkedIds = new Set((setting ?? []).map(Number))
  const options = names.data.map(({ id, title }) => ({
    value: id,
    title: `${title} ${id}`,
    // A checked code that the current type does not offer can still be unchecked.
    disabled: !offersPermission(type, id) && !checkedIds.has(id),
  }))
  const hint = type === COLUMN_TYPE.article ? '单页仅可设置编号 1102 至 1105 的操作' : undefined
  return (
    <CheckboxGroupField control={control} name="setting" label="可以授予用户组的操作" options={options} hint={hint} />
  )
}

const useSectionStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  title: {
    margin: 0,
    paddingBottom: tokens.spacingVerticalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    alignItems: 'start',
  },
  wide: { gridColumn: '1 / -1', minWidth: 0 },
})

/** A group of fields in a long form; two columns in a wide dialog. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const styles = useSectionStyles()
  const id = useId()
  return (
    <section className={styles.root} aria-labelledby={id}>
      <Subtitle2 as="h3" id={id} className={styles.title}>
        {title}
      </Subtitle2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

/** A field that spans its section. */
function Wide({ children }: { children: ReactNode }) {
  return <div className={useSectionStyles().wide}>{children}</div>
}
