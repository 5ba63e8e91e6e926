import { makeStyles, tokens } from '@fluentui/react-components'
import { ENTRY_FORM } from '#renderer/text/contentForm.ts'
import { EmptyState } from '../../feedback/States.tsx'
import type { EntryControl } from '../fields/entryBound.ts'
import { EntryField } from '../fields/EntryField.tsx'
import type { FormField } from './loadEntry.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', minWidth: 0 },
})

interface Props {
  control: EntryControl
  fields: readonly FormField[]
  siteId: number
}

/** The inputs of an entry in the order of the column's fields. */
export function EntryFields({ control, fields, siteId }: Props) {
  const styles = useStyles()
  if (fields.length === 0) return <EmptyState title={ENTRY_FORM.noFields} text={ENTRY_FORM.noFieldsHelp} />
  return (
    <div className={styles.root}>
      {fields.map((field) => (
        <EntryField key={field.fieldName} control={control} field={field} siteId={siteId} />
      ))}
    </div>
  )
}
