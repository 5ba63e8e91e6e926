import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import {
  ArrowForwardRegular,
  CopyRegular,
  type FluentIcon,
  MoreHorizontalRegular,
  ThumbDislikeRegular,
} from '@fluentui/react-icons'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import type { ContentEntry } from '#shared/contract/content.ts'
import { useActionStyle } from '#renderer/kit/table/actionStyle.ts'
import { titleOf } from '../columns.tsx'
import { may, type Place } from '../place.ts'
import type { RowCommands } from './commands.ts'

interface Props {
  entry: ContentEntry
  place: Place
  commands: RowCommands
}
interface Item {
  title: string
  icon: FluentIcon
  run: () => void
}

/**
 * What stands in the menu for this account; in variant B also reject and forward (B·§2). Rejecting takes a published entry
 * back, so it needs the code of publishing; forwarding moves an entry, which is an edit.
 */
function itemsOf({ entry, place, commands }: Props): Item[] {
  const copy = { title: '复制', icon: CopyRegular, run: () => commands.copy(entry) }
  const reject = { title: '驳回', icon: ThumbDislikeRegular, run: () => commands.reject(entry) }
  const forward = { title: '转发', icon: ArrowForwardRegular, run: () => commands.forward(entry) }
  const mayForward = may(place, 'edit') && (!entry.isStatus || may(place, 'publish'))
  return [
    ...(may(place, 'copy') ? [copy] : []),
    ...(place.review && may(place, 'publish') ? [reject] : []),
    ...(place.review && mayForward ? [forward] : []),
  ]
}

/** The menu 更多 of a row. It is a bare button until it is used: a menu for each row in view is slow to make. */
export function MoreMenu(props: Props) {
  const [used, setUsed] = useState(false)
  const items = itemsOf(props)
  const name = `更多 ${titleOf(props.place.column, props.entry)}`
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

function OpenedMenu({ items, name }: { items: readonly Item[]; name: string }) {
  return (
    <Menu defaultOpen>
      <MenuTrigger disableButtonEnhancement>
        <MoreButton aria-label={name} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {items.map(({ title, icon: Icon, run }) => (
            <MenuItem key={title} icon={<Icon />} onClick={run}>
              {title}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
