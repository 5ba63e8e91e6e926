import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import { FieldValue } from '#renderer/features/entry/FieldValue.tsx'
import { textsOf } from '#renderer/features/entry/values.ts'
import type { EntryForm } from '../form/useEntryForm.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, alignContent: 'start' },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

interface Props {
  form: Pick<EntryForm, 'form' | 'fields'>
  siteId: number
}

/** The values of a read-only form, as text that can be copied. */
export function ReadFields({ form: { form, fields }, siteId }: Props) {
  const styles = useStyles()
  const texts = textsOf(fields, form.getValues())
  return (
    <div className={styles.root}>
      {fields.map((field) => {
        const name = field.fieldAlias || field.fieldName
        return (
          <section key={field.fieldName} className={styles.field} aria-label={name}>
            <Subtitle2 as="h3" className={styles.name}>
              {name}
            </Subtitle2>
            <FieldValue field={field} text={texts[field.fieldName] ?? ''} siteId={siteId} />
          </section>
        )
      })}
    </div>
  )
}
