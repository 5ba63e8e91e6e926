import {
  Button,
  Input,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { type ReactElement, useState } from 'react'
import { COLORS } from './choices.ts'

const useStyles = makeStyles({
  grid: { display: 'grid', gridTemplateColumns: 'repeat(8, 24px)', gap: '4px' },
  color: {
    width: '24px',
    height: '24px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  surface: { display: 'grid', gap: tokens.spacingVerticalS, padding: tokens.spacingHorizontalM },
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
  input: { width: '112px', minWidth: 0 },
  line: { display: 'block', height: '3px', width: '16px', border: `1px solid ${tokens.colorNeutralStroke2}` },
  icon: { display: 'grid', justifyItems: 'center', lineHeight: 1 },
})

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i

interface Props {
  label: string
  icon: ReactElement
  /** The colour at the cursor; '' for none. */
  value: string
  disabled: boolean
  /** '' removes the colour. */
  onChoose: (color: string) => void
}

/** A text colour, from the palette or typed. */
export function ColorTool({ label, icon, value, disabled, onChoose }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const choose = (color: string): void => {
    setOpen(false)
    onChoose(color)
  }
  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip content={label} relationship="label" withArrow>
          <Button
            size="small"
            appearance="subtle"
            disabledFocusable={disabled}
            icon={
              <span className={styles.icon}>
                {icon}
                <span className={styles.line} style={{ backgroundColor: value || 'transparent' }} />
              </span>
            }
          />
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <div className={styles.grid}>
          {COLORS.map((color) => (
            <button
              key={color}
              type="button"
              className={styles.color}
              style={{ backgroundColor: color }}
              aria-label={`${label} ${color}`}
              title={color}
              onClick={() => choose(color)}
            />
          ))}
        </div>
        <div className={styles.row}>
          <Input
            className={styles.input}
            size="small"
            placeholder="#1f6feb"
            aria-label="颜色代码"
            value={typed}
            onChange={(_event, data) => setTyped(data.value.trim())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // Otherwise Enter would submit the form around the editor.
              event.preventDefault()
              if (HEX.test(typed)) choose(typed)
            }}
          />
          <Button size="small" disabled={!HEX.test(typed)} onClick={() => choose(typed)}>
            使用
          </Button>
          <Button size="small" onClick={() => choose('')}>
            清除
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  )
}
