import { Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components'
import { useController } from 'react-hook-form'
import { limitOf } from '#shared/domain/contentFields.ts'
import type { FormField } from '../form/loadEntry.ts'
import type { EntryBound } from './entryBound.ts'
import { useLength } from './useLength.ts'

const useStyles = makeStyles({
  count: { justifySelf: 'end', color: tokens.colorNeutralForeground3 },
  over: { color: tokens.colorPaletteRedForeground1 },
  root: { display: 'grid', gap: tokens.spacingVerticalXXS },
})

/** Several lines with the number of characters; more than fit can stand there, are said at once and refused. */
export function MultiLineField(props: EntryBound & { field: FormField }) {
  const { control, name, label, required, hint, field: asked } = props
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name })
  const { value, ...input } = field
  const text = typeof value === 'string' ? value : ''
  const { count, isOver, problem } = useLength(asked, text, fieldState.error)
  const isShort = (limitOf(asked) ?? Infinity) <= 100
  return (
    <div className={styles.root}>
      <Field label={label} required={required} hint={hint} validationMessage={problem}>
        <Textarea {...input} value={text} rows={isShort ? 2 : 4} resize="vertical" />
      </Field>
      <Text size={200} className={isOver ? styles.over : styles.count} aria-label={`${label}字数`}>
        {count}
      </Text>
    </div>
  )
}
