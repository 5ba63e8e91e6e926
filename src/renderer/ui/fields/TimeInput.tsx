import { Input, makeStyles } from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'
import { useToast } from '../feedback/useToast.ts'
import { timeIn } from './times.ts'

const useStyles = makeStyles({ root: { width: '120px', minWidth: 0 } })

const noTime = (text: string): string => `“${text}”不是时间，请按 09:30:00 的样子填写`

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
 * is no time is said and taken back when the field is left, or with Escape, which then closes nothing.
 */
export function TimeInput({ label, value, onChange, disabled = false, invalid = false }: Props) {
  const styles = useStyles()
  const toast = useToast()
  // Kept as it is typed, until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string): void => {
    setTyped(text)
    const time = text.trim() === '' ? '' : timeIn(text)
    if (time !== null && time !== value) onChange(time)
  }
  const isNoTime = typed !== null && typed.trim() !== '' && timeIn(typed) === null
  const leave = (): void => {
    if (isNoTime) toast.error(noTime(typed))
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isNoTime) return
    event.preventDefault()
    event.stopPropagation()
    leave()
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
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  )
}
