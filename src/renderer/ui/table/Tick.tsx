import { makeStyles, tokens } from '@fluentui/react-components'
import type { ChangeEvent } from 'react'
import type { Tick as State } from './treeTicks.ts'

const mark = { content: '""', position: 'absolute', inset: 0, margin: 'auto' } as const

const useStyles = makeStyles({
  root: {
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: '16px',
    height: '16px',
    margin: 0,
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    display: 'block',
    // A larger target than the visible box.
    '::after': { content: '""', position: 'absolute', inset: '-8px' },
    ':hover': { border: `1px solid ${tokens.colorNeutralStrokeAccessibleHover}` },
    ':checked': { backgroundColor: tokens.colorCompoundBrandBackground, border: '1px solid transparent' },
    ':checked::before': {
      ...mark,
      width: '4px',
      height: '8px',
      top: '-2px',
      borderBottom: `2px solid ${tokens.colorNeutralForegroundInverted}`,
      borderRight: `2px solid ${tokens.colorNeutralForegroundInverted}`,
      transform: 'rotate(45deg)',
    },
    ':indeterminate': { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
    ':indeterminate::before': {
      ...mark,
      width: '8px',
      height: '8px',
      borderRadius: tokens.borderRadiusSmall,
      backgroundColor: tokens.colorCompoundBrandBackground,
    },
    ':disabled': {
      cursor: 'not-allowed',
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
    },
    ':disabled:checked::before': {
      borderBottomColor: tokens.colorNeutralForegroundDisabled,
      borderRightColor: tokens.colorNeutralForegroundDisabled,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
})

/** A checkbox of one element, for tables that render many (Fluent's takes six times as long). */
export function Tick(props: {
  state: State
  label: string
  disabled?: boolean
  onToggle: (event: ChangeEvent) => void
}) {
  const styles = useStyles()
  return (
    <input
      type="checkbox"
      className={styles.root}
      aria-label={props.label}
      checked={props.state === true}
      disabled={props.disabled ?? false}
      ref={(box) => {
        if (box) box.indeterminate = props.state === 'mixed'
      }}
      onChange={props.onToggle}
    />
  )
}
