import { Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useController } from 'react-hook-form'
import type { FormField } from '../form/loadEntry.ts'
import type { EntryBound } from './entryBound.ts'
import { useLength } from './useLength.ts'

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  over: { color: tokens.colorPaletteRedForeground1, whiteSpace: 'nowrap' },
})

/** One line with the number of its characters; more than fit can stand there, are said at once and refused by the rules. */
export function SingleLineField(props: EntryBound & { field: FormField }) {
  const { control, name, label, required, hint, field: asked } = props
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name })
  const { value, ...input } = field
  const text = typeof value === 'string' ? value : ''
  const { count, isOver, problem } = useLength(asked, text, fieldState.error)
  return (
    <Field label={label} required={required} hint={hint} validationMessage={problem}>
      <Input
        {...input}
        value={text}
        contentAfter={
          <Text size={200} className={isOver ? styles.over : styles.count} aria-label={`${label}字数`}>
            {count}
          </Text>
        }
      />
    </Field>
  )
}
