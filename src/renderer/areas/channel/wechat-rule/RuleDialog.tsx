import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { type Control, useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ONLY_LISTS } from '#shared/contract/crossSiteCopy.ts'
import {
  ARTICLE_PARTS,
  mappingOf,
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
import { PARTS, RULE } from './text.ts'

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

/** The form holds the mapping; the call wants it as JSON text (C·§3). */
const form = z.object({ ...wechatRuleSave.shape, rules: wechatMapping }).superRefine(({ rules }, context) => {
  for (const part of ARTICLE_PARTS)
    if (PARTS[part].required && rules[part] === '')
      context.addIssue({ code: 'custom', path: ['rules', part], message: `请为${PARTS[part].title}选择字段` })
})
type RuleControl = Control<z.input<typeof form>, unknown, z.output<typeof form>>

interface Props {
  /** null: a new one. */
  rule: WechatRule | null
  siteId: number
  onClose: () => void
}

/** C·§2: title, push or pull, the column, which field holds which part of an article, and the switch. */
export function RuleDialog({ rule, siteId, onClose }: Props) {
  const { mutateAsync } = useWrite('wechatRule.save')
  return (
    <FormDialog
      title={rule ? RULE.edit : RULE.add}
      schema={form}
      values={{
        id: rule?.id ?? 0,
        title: rule?.title ?? '',
        // Nothing is chosen at first: it is asked for (C·§5).
        ruleType: rule ? (rule.ruleType === PUSH ? PUSH : PULL) : undefined,
        isRun: rule?.isRun ?? true,
        siteId: rule?.siteId ?? siteId,
        classId: rule?.classId ?? 0,
        configId: rule?.configId ?? 0,
        rules: mappingOf(rule?.rules ?? ''),
        version: rule?.version,
      }}
      save={({ rules, ...values }) => mutateAsync({ ...values, rules: JSON.stringify(rules) })}
      size="content"
      onClose={onClose}
    >
      {(control) => <Fields control={control} />}
    </FormDialog>
  )
}

function Fields({ control }: { control: RuleControl }) {
  const siteId = Number(useWatch({ control, name: 'siteId' }))
  const { field: column } = useController({ control, name: 'classId' })
  const { field: account } = useController({ control, name: 'configId' })
  const { data } = useRead('wechatConfig.page', { siteId, page: 1, size: 1000 }, { enabled: siteId > 0 })
  const accounts = (data?.content ?? []).map(({ id, title }) => ({ value: id, title }))
  return (
    <>
      <TextField control={control} name="title" label={RULE.name} required autoFocus maxLength={100} />
      <RadioGroupField
        control={control}
        name="ruleType"
        label={RULE.ruleType}
        required
        options={[
          { value: PUSH, title: RULE.push },
          { value: PULL, title: RULE.pull },
        ]}
      />
      <FieldFrame control={control} name="siteId" label={RULE.sourceSite} required>
        {({ value, onChange }) => (
          <SiteSelect
            wide
            label={RULE.sourceSite}
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
        label={RULE.sourceMenu}
        required
        siteId={siteId}
        fits={({ menuType }) => menuType === COLUMN_TYPE.list}
        hint={ONLY_LISTS}
      />
      <SelectField
        control={control}
        name="configId"
        label={RULE.account}
        options={[{ value: 0, title: RULE.firstAccount }, ...accounts]}
      />
      <Mapping control={control} />
      <SwitchField control={control} name="isRun" label={RULE.isRun} hint={RULE.isRunHint} />
    </>
  )
}

function Mapping({ control }: { control: RuleControl }) {
  const styles = useStyles()
  const classId = Number(useWatch({ control, name: 'classId' }))
  const { data } = useRead('column.findById', { id: classId }, { quiet: true, enabled: classId > 0 })
  const fields = (data?.menuField ?? []).map((field) => ({ value: field.fieldName, title: fieldTitle(field) }))
  return (
    <div role="group" aria-label={RULE.mapping} className={styles.group}>
      <Text>{RULE.mapping}</Text>
      {classId === 0 && <Text className={styles.hint}>{RULE.noColumn}</Text>}
      {classId > 0 && (
        <div className={styles.parts}>
          {ARTICLE_PARTS.map((part) => (
            <SelectField
              key={part}
              control={control}
              name={`rules.${part}`}
              label={PARTS[part].title}
              required={PARTS[part].required ?? false}
              hint={PARTS[part].hint}
              options={[{ value: '', title: RULE.noField }, ...fields]}
            />
          ))}
        </div>
      )}
    </div>
  )
}
