import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { CopyRegular, FormRegular, MoreHorizontalRegular, OptionsRegular } from '@fluentui/react-icons'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useActionStyle } from '#renderer/kit/table/actionStyle.ts'
import type { ColumnActions } from './actions.ts'

interface Props {
  column: Column
  actions: ColumnActions
  /** Not one of the system's own columns. */
  own: boolean
}

/**
 * The menu 更多 of a row. It is a bare button until it is used: a menu for each row in view is slow to make.
 */
export function MoreActions(props: Props) {
  const [used, setUsed] = useState(false)
  const name = `更多 ${props.column.title}`
  if (used) return <OpenedMenu {...props} name={name} />
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
    <button {...props} type="button" className={useActionStyle()}>
      <MoreHorizontalRegular />
    </button>
  )
}

function OpenedMenu({ column, actions, own, name }: Props & { name: string }) {
  const noAttributes = actions.refusal(column, 'attributes')
  const noCopy = actions.refusal(column, 'read')
  const noFields = actions.refusal(column, 'edit')
  return (
    <Menu defaultOpen>
      <MenuTrigger disableButtonEnhancement>
        <MoreButton aria-label={name} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem
            icon={<OptionsRegular />}
            disabled={noAttributes !== null}
            subText={noAttributes ?? undefined}
            onClick={() => actions.switches(column)}
          >
            编辑属性
          </MenuItem>
          {own && (
            <MenuItem
              icon={<CopyRegular />}
              disabled={noCopy !== null}
              subText={noCopy ?? undefined}
              onClick={() => actions.copy(column)}
            >
              复制栏目
            </MenuItem>
          )}
          {own && (
            <MenuItem
              icon={<FormRegular />}
              disabled={noFields !== null}
              subText={noFields ?? undefined}
              onClick={() => actions.fields(column)}
            >
              设置字段
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
