import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useImmediateSave } from './useImmediateSave.ts'

const useStyles = makeStyles({
  root: {
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: '40px',
    height: '20px',
    margin: 0,
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorTransparentBackground,
    cursor: 'pointer',
    '::before': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      width: '14px',
      height: '14px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralStrokeAccessible,
      transitionProperty: 'transform',
      transitionDuration: tokens.durationFast,
    },
    ':hover::before': { backgroundColor: tokens.colorNeutralStrokeAccessibleHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (prefers-reduced-motion: reduce)': { '::before': { transitionDuration: '0.01ms' } },
  },
  on: {
    border: `1px solid ${tokens.colorCompoundBrandBackground}`,
    backgroundColor: tokens.colorCompoundBrandBackground,
    '::before': { transform: 'translateX(20px)', backgroundColor: tokens.colorNeutralForegroundInverted },
    ':hover::before': { backgroundColor: tokens.colorNeutralForegroundInverted },
  },
  busy: {
    cursor: 'progress',
    '::before': {
      animationName: { '0%': { opacity: 1 }, '50%': { opacity: 0.35 }, '100%': { opacity: 1 } },
      animationDuration: '1s',
      animationIterationCount: 'infinite',
    },
  },
  off: {
    cursor: 'not-allowed',
    border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
    '::before': { backgroundColor: tokens.colorNeutralForegroundDisabled },
    ':hover::before': { backgroundColor: tokens.colorNeutralForegroundDisabled },
  },
  offAndOn: { backgroundColor: tokens.colorNeutralBackgroundDisabled },
})

export interface SwitchCellProps {
  checked: boolean
  /** Names the switch and its row, such as 显示 新闻中心. */
  label: string
  disabled?: boolean
  /** Why the switch is disabled; shown as its tooltip. */
  disabledReason?: string
  /** Saves; the write itself shows its errors. */
  change: (checked: boolean) => Promise<unknown>
  /** Flips at once, and back after a failure; otherwise it flips only after the server's success (A·§4). */
  optimistic?: boolean
}

/** A switch in a table row that saves at once. One element, so that tables can render many. */
export function SwitchCell(props: SwitchCellProps) {
  const { label, disabled = false, disabledReason, optimistic = false } = props
  const styles = useStyles()
  const save = useImmediateSave(props.checked, props.change)
  const [optimisticValue, setOptimisticValue] = useState<boolean | null>(null)
  const shown = optimisticValue ?? save.value

  const flip = async (): Promise<void> => {
    if (disabled || save.busy) return
    if (optimistic) setOptimisticValue(!save.value)
    await save.run(!save.value)
    setOptimisticValue(null)
  }

  return (
    <input
      type="checkbox"
      role="switch"
      className={mergeClasses(
        styles.root,
        shown && styles.on,
        save.busy && styles.busy,
        disabled && styles.off,
        disabled && shown && styles.offAndOn,
      )}
      aria-label={label}
      aria-busy={save.busy || undefined}
      // aria-disabled and not disabled: the switch stays focusable, so that the reason can be read.
      aria-disabled={disabled || undefined}
      title={disabled ? disabledReason : undefined}
      checked={shown}
      aria-checked={shown}
      onChange={() => void flip()}
    />
  )
}
