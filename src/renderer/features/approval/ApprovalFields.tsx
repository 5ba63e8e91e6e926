import { makeStyles, Radio, RadioGroup, Subtitle2, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { FieldValue } from '#renderer/features/entry/FieldValue.tsx'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { FIELD_ATTRIBUTE } from './ApprovalNotes.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start' },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

type Field = ApprovalDetail['fields'][number]

type Comparison = 'public' | 'previous' | 'nothing'

/** What the version can be compared with. An agreed version is part of the published content itself. */
function choicesOf({ entry, state, previous }: ApprovalDetail): { id: Comparison; title: string }[] {
  return [
    ...(entry === 'public' && state !== 'agreed' ? [{ id: 'public' as const, title: '与已发布的内容比较' }] : []),
    ...(previous ? [{ id: 'previous' as const, title: `与上一次提交（${previous.createDate}）比较` }] : []),
    { id: 'nothing', title: '不比较' },
  ]
}

/** The submitted fields, also compared with the published content or the previous submission. */
export function ApprovalFields({ detail }: { detail: ApprovalDetail }) {
  const styles = useStyles()
  const { fields, siteId } = detail
  const choices = choicesOf(detail)
  const [chosen, setChosen] = useState<Comparison | null>(null)
  const [changedOnly, setChangedOnly] = useState(true)
  // Only a waiting version is compared with the published content from the start.
  const first = detail.state === 'waiting' && choices[0]?.id === 'public' ? 'public' : 'nothing'
  const comparison = choices.find(({ id }) => id === chosen)?.id ?? first
  const compares = comparison !== 'nothing'
  const before = (field: Field): string => (comparison === 'previous' ? field.previous : field.before)
  const changed = fields.filter((field) => before(field) !== field.after)
  const visibleFields = compares && changedOnly ? changed : fields
  return (
    <section className={styles.root} aria-label="内容">
      {choices.length > 1 && (
        <div className={styles.bar}>
          <RadioGroup
            layout="horizontal"
            aria-label="比较"
            value={comparison}
            onChange={(_event, { value }) => setChosen(value as Comparison)}
          >
            {choices.map(({ id, title }) => (
              <Radio key={id} value={id} label={title} />
            ))}
          </RadioGroup>
          {compares && (
            <Switch
              label={`仅显示修改的字段（${changed.length} 个）`}
              checked={changedOnly}
              onChange={(_event, data) => setChangedOnly(data.checked)}
            />
          )}
        </div>
      )}
      {visibleFields.length === 0 && (
        <Text>{comparison === 'previous' ? '与上一次提交的内容相同' : '与已发布的内容相同'}</Text>
      )}
      {visibleFields.map((field) => (
        <section key={field.fieldName} className={styles.field} aria-label={fieldTitle(field)}>
          <Subtitle2 as="h3" className={styles.name}>
            {fieldTitle(field)}
          </Subtitle2>
          <div {...{ [FIELD_ATTRIBUTE]: field.fieldName }}>
            {compares && before(field) !== field.after ? (
              <FieldDifference field={field} before={before(field)} siteId={siteId} />
            ) : (
              <FieldValue field={field} text={field.after} siteId={siteId} />
            )}
          </div>
        </section>
      ))}
    </section>
  )
}

function FieldDifference({ field, before, siteId }: { field: Field; before: string; siteId: number }) {
  const { fieldName, after } = field
  const words = useEntryWords([field], siteId, [{ [fieldName]: before }, { [fieldName]: after }])
  return <DifferenceText before={words(field, before)} after={words(field, after)} />
}
