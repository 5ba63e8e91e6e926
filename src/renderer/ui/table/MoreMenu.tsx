import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useActionStyle } from './actionStyle.ts'
import type { RowAction } from './RowActions.tsx'

/** An action in the menu of a row. */
export type MoreAction = Pick<RowAction, 'title' | 'icon' | 'refusal'> & { run: () => void }

interface Props {
  /** Name of the row. */
  row: string
  /** Without items there is no menu. */
  items: readonly MoreAction[]
}

/** The menu 更多 of a row. A plain button until it is used, because a menu per row would render slowly. */
export function MoreMenu({ row, items }: Props) {
  const [used, setUsed] = useState(false)
  const name = `更多 ${row}`
  if (items.length === 0) return null
  if (used) return <OpenedMenu items={items} name={name} />
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setUsed(true)
  }
  const onClick = (): void => setUsed(true)
  return <MoreButton aria-label={name} aria-haspopup="menu" aria-expanded={false} {...{ onClick, onKeyDown }} />
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <button {...props} type="button" title="更多" className={useActionStyle()}>
      <MoreHorizontalRegular />
    </button>
  )
}

function OpenedMenu({ items, name }: { items: readonly MoreAction[]; name: string }) {
  return (
    <Menu defaultOpen>
      <MenuTrigger disableButtonEnhancement>
        <MoreButton aria-label={name} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {items.map(({ title, icon: Icon, refusal, run }) => (
            <MenuItem
              key={title}
              icon={<Icon />}
              disabled={Boolean(refusal)}
              subText={refusal ?? undefined}
              onClick={run}
            >
              {title}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
