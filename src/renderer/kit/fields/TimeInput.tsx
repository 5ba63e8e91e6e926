import { Input, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'
import { timeIn } from './times.ts'

const useStyles = makeStyles({ root: { width: '120px', minWidth: 0 } })

interface Props {
  label: string
  /** `HH:mm:ss`, or '' for none. */
  value: string
  onChange: (time: string) => void
  disabled?: boolean
  invalid?: boolean
}

/**
 * A time of day of 24 hours, whatever the language of the browser: its own input of times shows AM and PM in some. What
 * is no time is taken back when the field is left.
 */
export function TimeInput({ label, value, onChange, disabled = false, invalid = false }: Props) {
  const styles = useStyles()
  // Kept as it is typed, until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string): void => {
    setTyped(text)
    const time = text.trim() === '' ? '' : timeIn(text)
    if (time !== null && time !== value) onChange(time)
  }
  return (
    <Input
      className={styles.root}
      aria-label={label}
      aria-invalid={invalid}
      placeholder="时:分:秒"
      inputMode="numeric"
      maxLength={12}
      disabled={disabled}
      value={typed ?? value}
      onChange={(_event, data) => type(data.value)}
      onBlur={() => setTyped(null)}
    />
  )
}
