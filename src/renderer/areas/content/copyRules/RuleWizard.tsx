import { Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { copyRuleFields, copyRuleColumns, type CopyRule } from '#shared/contract/crossSiteCopy.ts'
import type { Site } from '#shared/contract/site.ts'
import { INDEPENDENT_SITE } from '#shared/domain/siteManage.ts'
import { SiteAndColumn } from '#renderer/areas/content/shared/SiteAndColumn.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { FieldMatch } from './FieldMatch.tsx'
import { columnPairKeyOf, FOLLOW_LABELS, FOLLOWS, toRuleForm, EMPTY_RULE, type RuleForm } from './ruleForm.ts'

const STEPS = ['规则设置', '字段匹配'] as const

/** Step 1 chooses source and target, step 2 maps the fields (B·§2, B·§4); going back keeps the input. */
export function RuleWizard({ rule, onClose }: { rule: CopyRule | null; onClose: () => void }) {
  const { mutateAsync } = useWrite('copyRule.save')
  const values = rule ? toRuleForm(rule) : EMPTY_RULE
  const [matched, setMatched] = useState(rule ? columnPairKeyOf(values) : '')
  const save = (form: RuleForm) =>
    mutateAsync({ ...form, id: rule?.id ?? 0, ...(rule?.version === undefined ? {} : { version: rule.version }) })
  return (
    <StepWizard<RuleForm>
      title={rule ? `编辑规则“${rule.title}”` : '新增规则'}
      size="content"
      saveText="保存规则"
      values={values}
      save={save}
      onClose={onClose}
      steps={[
        { title: STEPS[0], schema: copyRuleColumns, render: (control) => <RuleColumns control={control} /> },
        {
          title: STEPS[1],
          schema: copyRuleFields,
          render: (control) => <FieldMatch control={control} matched={matched} onMatched={setMatched} />,
        },
      ]}
    />
  )
}

const useStyles = makeStyles({
  group: { display: 'grid' },
  // Aligns the checkboxes with the texts above.
  follow: { display: 'flex', flexWrap: 'wrap', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  hint: { color: tokens.colorNeutralForeground3 },
})

function RuleColumns({ control }: { control: Control<RuleForm> }) {
  const styles = useStyles()
  const sourceSiteId = useWatch({ control, name: 'sourceSiteId' })
  // An independent site shares no content with other sites (A·§4).
  const offers = ({ id, manageType }: Site): boolean => id === sourceSiteId || manageType !== INDEPENDENT_SITE
  return (
    <>
      <TextField control={control} name="title" label="规则标题" required autoFocus />
      <SiteAndColumn
        control={control}
        site={{ name: 'sourceSiteId', label: '源站点' }}
        column={{ name: 'sourceMenuId', label: '源站栏目' }}
      />
      <SiteAndColumn
        control={control}
        site={{ name: 'targetSiteId', label: '目标站点' }}
        column={{ name: 'targetMenuId', label: '目标站栏目' }}
        offers={offers}
      />
      <SwitchField control={control} name="isRun" label="自动复制" hint="开启后，源站栏目每新增一篇内容自动复制一次" />
      {/* Not wrapped in a Field, which would give all checkboxes the same id. */}
      <div role="group" aria-label="跟随来源" className={styles.group}>
        <Text>跟随来源</Text>
        <div className={styles.follow}>
          {FOLLOWS.map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field: { value, onChange, ref } }) => (
                <Checkbox
                  ref={ref}
                  label={FOLLOW_LABELS[name]}
                  checked={value}
                  onChange={(_event, { checked }) => onChange(checked === true)}
                />
              )}
            />
          ))}
        </div>
        <Text size={200} className={styles.hint}>
          开启自动复制后，副本随来源变化。目标站修改过的副本不会被覆盖，由目标站的编辑决定是否采用来源的更新。已发布的副本更新时，仍须经目标栏目审批。
        </Text>
      </div>
    </>
  )
}
