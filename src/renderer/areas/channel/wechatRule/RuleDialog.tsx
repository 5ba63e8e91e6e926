import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { type Control, useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ONLY_LIST_COLUMNS } from '#shared/contract/crossSiteCopy.ts'
import {
  ARTICLE_PARTS,
  type ArticlePart,
  parseWechatMapping,
  PULL,
  PUSH,
  wechatMapping,
  type WechatRule,
  wechatRuleSave,
} from '#shared/contract/wechat.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const useStyles = makeStyles({
  parts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
  group: { display: 'grid', gap: tokens.spacingVerticalS },
  hint: { color: tokens.colorNeutralForeground3 },
})

/** The parts of an article (C·§3). */
const PART_LABELS: Readonly<Record<ArticlePart, { title: string; required?: boolean; hint?: string }>> = {
  title: { title: '标题', required: true },
  author: { title: '作者' },
  digest: { title: '摘要' },
  thumb_media_id: { title: '封面图', hint: '没有封面图时使用正文中的第一张图片' },
  content: { title: '正文', required: true },
}

/** The form stores the mapping as an object; the call expects JSON text (C·§3). */
const form = z.object({ ...wechatRuleSave.shape, rules: wechatMapping }).superRefine(({ rules }, context) => {
  for (const part of ARTICLE_PARTS)
    if (PART_LABELS[part].required && rules[part] === '')
      context.addIssue({ code: 'custom', path: ['rules', part], message: `请为${PART_LABELS[part].title}选择字段` })
})
type RuleControl = Control<z.input<typeof form>, unknown, z.output<typeof form>>

interface Props {
  /** null: adds a rule. */
  rule: WechatRule | null
  siteId: number
  onClose: () => void
}

/** Edits a rule: title, push or pull, column, field mapping and switch (C·§2). */
export function RuleDialog({ rule, siteId, onClose }: Props) {
  const { mutateAsync } = useWrite('wechatRule.save')
  return (
    <FormDialog
      title={rule ? '编辑规则' : '新增规则'}
      schema={form}
      values={{
        id: rule?.id ?? 0,
        title: rule?.title ?? '',
        // A new rule has no type, so that the form requires a choice (C·§5).
        ruleType: rule ? (rule.ruleType === PUSH ? PUSH : PULL) : undefined,
        isRun: rule?.isRun ?? true,
        siteId: rule?.siteId ?? siteId,
        classId: rule?.classId ?? 0,
        configId: rule?.configId ?? 0,
        rules: parseWechatMapping(rule?.rules ?? ''),
        version: rule?.version,
      }}
      save={({ rules, ...values }) => mutateAsync({ ...values, rules: JSON.stringify(rules) })}
      size="content"
      onClose={onClose}
    >
      {(control) => <RuleFields control={control} />}
    </FormDialog>
  )
}

function RuleFields({ control }: { control: RuleControl }) {
  const siteId = Number(useWatch({ control, name: 'siteId' }))
  const { field: column } = useController({ control, name: 'classId' })
  const { field: account } = useController({ control, name: 'configId' })
  const { data } = useRead('wechatConfig.page', { siteId, page: 1, size: 1000 }, { enabled: siteId > 0 })
  const accounts = (data?.content ?? []).map(({ id, title }) => ({ value: id, title }))
  return (
    <>
      <TextField control={control} name="title" label="标题" required autoFocus maxLength={100} />
      <RadioGroupField
        control={control}
        name="ruleType"
        label="数据规则"
        required
        options={[
          { value: PUSH, title: '推送' },
          { value: PULL, title: '拉取' },
        ]}
      />
      <FieldFrame control={control} name="siteId" label="源站点" required>
        {({ value, onChange }) => (
          <SiteSelect
            wide
            label="源站点"
            value={Number(value)}
            onChange={(next) => {
              onChange(next)
              column.onChange(0)
              account.onChange(0)
            }}
          />
        )}
      </FieldFrame>
      <ColumnTreeField
        control={control}
        name="classId"
        label="源站栏目"
        required
        siteId={siteId}
        fits={({ menuType }) => menuType === COLUMN_TYPE.list}
        hint={ONLY_LIST_COLUMNS}
      />
      <SelectField
        control={control}
        name="configId"
        label="公众号"
        options={[{ value: 0, title: '站点的第一个公众号' }, ...accounts]}
      />
      <MappingFields control={control} />
      <SwitchField
        control={control}
        name="isRun"
        label="启用"
        hint="推送：每发布一篇内容自动推送一次。拉取：每小时自动拉取一次。"
      />
    </>
  )
}

function MappingFields({ control }: { control: RuleControl }) {
  const styles = useStyles()
  const classId = Number(useWatch({ control, name: 'classId' }))
  const { data } = useRead('column.findById', { id: classId }, { quiet: true, enabled: classId > 0 })
  const fields = (data?.menuField ?? []).map((field) => ({ value: field.fieldName, title: fieldTitle(field) }))
  return (
    <div role="group" aria-label="字段匹配" className={styles.group}>
      <Text>字段匹配</Text>
      {classId === 0 && <Text className={styles.hint}>选择源站栏目后匹配字段</Text>}
      {classId > 0 && (
        <div className={styles.parts}>
          {ARTICLE_PARTS.map((part) => (
            <SelectField
              key={part}
              control={control}
              name={`rules.${part}`}
              label={PART_LABELS[part].title}
              required={PART_LABELS[part].required ?? false}
              hint={PART_LABELS[part].hint}
              options={[{ value: '', title: '不匹配' }, ...fields]}
            />
          ))}
        </div>
      )}
    </div>
  )
}
