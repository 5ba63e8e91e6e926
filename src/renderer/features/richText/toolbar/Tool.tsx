import { Button, Tooltip } from '@fluentui/react-components'
import type { ReactElement } from 'react'

interface Props {
  label: string
  icon: ReactElement
  onClick: () => void
  /** Shown after the label, such as Ctrl+B. */
  keys?: string
  /** On or off; absent for an action. */
  pressed?: boolean
  disabled?: boolean
}

/** A toolbar button. Pressing it keeps the text's selection. */
export const Tool = ({ label, icon, onClick, keys, pressed, disabled = false }: Props) => (
  <Tooltip content={keys ? `${label}（${keys}）` : label} relationship="label" withArrow>
    <Button
      size="small"
      appearance={pressed ? 'secondary' : 'subtle'}
      icon={icon}
      disabledFocusable={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  </Tooltip>
)
