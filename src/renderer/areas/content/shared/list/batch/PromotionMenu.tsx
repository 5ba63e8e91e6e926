import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { optionRefusal } from '#shared/domain/contentAccess.ts'
import { optionOf, PROMOTIONS } from '#shared/domain/promotions.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { NOTHING_CHOSEN } from '#renderer/ui/list/BatchButton.tsx'
import type { Place } from '../listColumn.ts'

interface Props {
  place: Place
  chosen: number
  busy: boolean
  onRun: (optionType: number) => void
}

/** The flags that the account may set and cancel in the column. */
export const offeredFlags = ({ who, column }: Place) =>
  PROMOTIONS.filter(({ flag }) => optionRefusal(who, column, optionOf(flag, true)) === null)

/** B·§4: sets and cancels the twelve flags (option numbers 1 to 24); those whose code the account holds. */
export function PromotionMenu({ place, chosen, busy, onRun }: Props) {
  const toast = useToast()
  const offered = offeredFlags(place)
  if (offered.length === 0) return null
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton disabledFocusable={busy}>推荐与置顶</MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {offered.map(({ flag, title }) => (
            <Menu key={flag}>
              <MenuTrigger disableButtonEnhancement>
                <MenuItem>{title}</MenuItem>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {[true, false].map((on) => (
                    <MenuItem
                      key={String(on)}
                      onClick={() => (chosen === 0 ? toast.error(NOTHING_CHOSEN) : onRun(optionOf(flag, on)))}
                    >
                      {on ? `设置${title}` : `取消${title}`}
                    </MenuItem>
                  ))}
                </MenuList>
              </MenuPopover>
            </Menu>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
