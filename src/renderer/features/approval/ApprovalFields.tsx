import { makeStyles, Subtitle2, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { FieldValue } from '#renderer/features/entry/FieldValue.tsx'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { APPROVAL } from './text.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start' },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

type Field = ApprovalDetail['fields'][number]

/** The application's values field by field, beside the published ones where there are any. */
export function ApprovalFields({ detail }: { detail: ApprovalDetail }) {
  const styles = useStyles()
  const { fields, siteId } = detail
  // An application that has ended has either been published or never will be: there is nothing to compare.
  const compares = detail.wasPublic && detail.entry === 'public' && detail.state === 'waiting'
  const [changedOnly, setChangedOnly] = useState(true)
  const changed = fields.filter(({ before, after }) => before !== after)
  const shown = compares && changedOnly ? changed : fields
  return (
    <section className={styles.root} aria-label={APPROVAL.fields}>
      {compares && (
        <Switch
          label={`${APPROVAL.changedOnly}（${changed.length} 个，与已发布的内容比较）`}
          checked={changedOnly}
          onChange={(_event, data) => setChangedOnly(data.checked)}
        />
      )}
      {shown.length === 0 && <Text>{APPROVAL.noChange}</Text>}
      {shown.map((field) => (
        <section key={field.fieldName} className={styles.field} aria-label={fieldTitle(field)}>
          <Subtitle2 as="h3" className={styles.name}>
            {fieldTitle(field)}
          </Subtitle2>
          {compares && field.before !== field.after ? (
            <FieldDifference field={field} siteId={siteId} />
          ) : (
            <FieldValue field={field} text={field.after} siteId={siteId} />
          )}
        </section>
      ))}
    </section>
  )
}

function FieldDifference({ field, siteId }: { field: Field; siteId: number }) {
  const { fieldName, before, after } = field
  const words = useEntryWords([field], siteId, [{ [fieldName]: before }, { [fieldName]: after }])
  return <DifferenceText before={words(field, before)} after={words(field, after)} />
}
