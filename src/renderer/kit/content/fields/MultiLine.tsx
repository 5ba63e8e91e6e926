import { Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { messageOf } from '#renderer/kit/dialogs/formErrors.ts'
import type { EntryBound } from './entryBound.ts'

const useStyles = makeStyles({
  count: { justifySelf: 'end', color: tokens.colorNeutralForeground3 },
  over: { color: tokens.colorPaletteRedForeground1 },
  root: { display: 'grid', gap: tokens.spacingVerticalXXS },
})

/** Several lines with the number of characters; more than fit can stand there and are refused by the rules. */
export function MultiLineField({ control, name, label, required, hint, max }: EntryBound & { max: number }) {
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name })
  const { value, ...input } = field
  const text = typeof value === 'string' ? value : ''
  // Rare characters count as one, as for the rule (limitOf).
  const length = useMemo(() => [...text].length, [text])
  return (
    <div className={styles.root}>
      <Field label={label} required={required} hint={hint} validationMessage={messageOf(fieldState.error)}>
        <Textarea {...input} value={text} rows={max <= 100 ? 2 : 4} resize="vertical" />
      </Field>
      <Text size={200} className={length > max ? styles.over : styles.count} aria-label={`${label}字数`}>
        {length} / {max}
      </Text>
    </div>
  )
}
