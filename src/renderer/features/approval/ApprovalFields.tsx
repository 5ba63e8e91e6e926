import { makeStyles, Radio, RadioGroup, Subtitle2, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { FieldValue } from '#renderer/features/entry/FieldValue.tsx'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { NOTED } from './ApprovalNotes.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start' },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

type Field = ApprovalDetail['fields'][number]

type Against = 'public' | 'previous' | 'nothing'

/** With what the version can be compared. One that was agreed to is itself part of what is public. */
function choicesOf({ entry, state, previous }: ApprovalDetail): { id: Against; title: string }[] {
  return [
    ...(entry === 'public' && state !== 'agreed' ? [{ id: 'public' as const, title: '与已发布的内容比较' }] : []),
    ...(previous ? [{ id: 'previous' as const, title: `与上一次提交（${previous.createDate}）比较` }] : []),
    { id: 'nothing', title: '不比较' },
  ]
}

/** What was applied for, field by field; beside what is public, or what was applied for before. */
export function ApprovalFields({ detail }: { detail: ApprovalDetail }) {
  const styles = useStyles()
  const { fields, siteId } = detail
  const choices = choicesOf(detail)
  const [chosen, setChosen] = useState<Against | null>(null)
  const [changedOnly, setChangedOnly] = useState(true)
  // What waits is compared with what is public by itself; anything else when it is asked for.
  const first = detail.state === 'waiting' && choices[0]?.id === 'public' ? 'public' : 'nothing'
  const against = choices.find(({ id }) => id === chosen)?.id ?? first
  const compares = against !== 'nothing'
  const before = (field: Field): string => (against === 'previous' ? field.previous : field.before)
  const changed = fields.filter((field) => before(field) !== field.after)
  const shown = compares && changedOnly ? changed : fields
  return (
    <section className={styles.root} aria-label="内容">
      {choices.length > 1 && (
        <div className={styles.bar}>
          <RadioGroup
            layout="horizontal"
            aria-label="比较"
            value={against}
            onChange={(_event, { value }) => setChosen(value as Against)}
          >
            {choices.map(({ id, title }) => (
              <Radio key={id} value={id} label={title} />
            ))}
          </RadioGroup>
          {compares && (
            <Switch
              label={`只看修改的字段（${changed.length} 个）`}
              checked={changedOnly}
              onChange={(_event, data) => setChangedOnly(data.checked)}
            />
          )}
        </div>
      )}
      {shown.length === 0 && <Text>{against === 'previous' ? '与上一次提交的内容相同' : '与已发布的内容相同'}</Text>}
      {shown.map((field) => (
        <section key={field.fieldName} className={styles.field} aria-label={fieldTitle(field)}>
          <Subtitle2 as="h3" className={styles.name}>
            {fieldTitle(field)}
          </Subtitle2>
          <div {...{ [NOTED]: field.fieldName }}>
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
