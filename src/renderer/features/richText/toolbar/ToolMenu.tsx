import {
  makeStyles,
  Menu,
  MenuButton,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from '@fluentui/react-components'
import type { ReactElement } from 'react'

const useStyles = makeStyles({
  list: { maxHeight: '320px', overflowY: 'auto' },
  button: { minWidth: '0' },
  text: { maxWidth: '84px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', display: 'block' },
})

interface Props {
  label: string
  /** Shown instead of the title of the chosen option. */
  icon?: ReactElement
  options: readonly { value: string; title: string; style?: Record<string, string> }[]
  /** No option is marked for '' and for values without an option. */
  value: string
  /** Shown when the value is no option. */
  placeholder?: string
  disabled: boolean
  onChoose: (value: string) => void
}

/** A toolbar select: the value at the cursor, and the other options. */
export function ToolMenu({ label, icon, options, value, placeholder = label, disabled, onChoose }: Props) {
  const styles = useStyles()
  const title = options.find((each) => each.value === value)?.title ?? placeholder
  return (
    <Menu
      checkedValues={{ value: [value] }}
      onCheckedValueChange={(_event, { checkedItems }) => onChoose(checkedItems[0] ?? '')}
    >
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content={label} relationship={icon ? 'label' : 'description'} withArrow>
          <MenuButton
            size="small"
            appearance="subtle"
            className={styles.button}
            disabledFocusable={disabled}
            {...(icon ? { icon } : { 'aria-label': `${label}：${title}` })}
          >
            {icon ? null : <span className={styles.text}>{title}</span>}
          </MenuButton>
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.list}>
          {options.map((each) => (
            <MenuItemRadio key={each.value} name="value" value={each.value}>
              <span style={each.style}>{each.title}</span>
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
