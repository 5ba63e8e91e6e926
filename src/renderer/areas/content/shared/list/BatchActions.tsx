import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import type { ContentEntry } from '#shared/contract/content.ts'
import { optionRefusal } from '#shared/domain/contentAccess.ts'
import { optionOf, PROMOTIONS } from '#shared/domain/promotions.ts'
import { SCHEDULE_FEATURE } from '#shared/contract/contentSchedule.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { BatchButton, NOTHING_CHOSEN } from '#renderer/ui/list/BatchButton.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { isAllowed, type ListContext } from './listColumn.ts'
import { type ChosenEntries, toChosenEntries, type EntryActions } from './useEntryActions.ts'

interface Props {
  place: ListContext
  actions: EntryActions
  keys: readonly number[]
  /** Rows of this page, whose titles are known. */
  rows: readonly ContentEntry[]
  /** Opens the dialog that asks for the target or the time. */
  onCopy: (dialog: 'copy' | 'crossCopy' | 'schedule', chosen: ChosenEntries) => void
  /** Clears the selection. */
  clear: () => void
}

/** Whether the account may run any batch action; otherwise rows have no checkboxes. */
export const hasBatchActions = (place: ListContext): boolean =>
  isAllowed(place, 'remove') ||
  isAllowed(place, 'publish') ||
  isAllowed(place, 'copyMany') ||
  listAllowedFlags(place).length > 0

/** Actions on the selected rows that the account may run (B·§2). */
export function BatchActions({ place, actions, keys, rows, onCopy, clear }: Props) {
  const chosenOf = (ids: readonly number[]): ChosenEntries => toChosenEntries(place.column, rows, ids)
  const { busy } = actions
  const common = { keys, busy }
  const hasDates = useServerFeature(SCHEDULE_FEATURE)
  return (
    <>
      {isAllowed(place, 'remove') && (
        <BatchButton
          {...common}
          title="删除"
          onRun={(ids: readonly number[]) => void actions.removeMany(chosenOf(ids), clear)}
        />
      )}
      {isAllowed(place, 'publish') && (
        <>
          <BatchButton
            {...common}
            title="发布"
            onRun={(ids: readonly number[]) => void actions.publish(chosenOf(ids), clear)}
          />
          <BatchButton
            {...common}
            title="取消发布"
            onRun={(ids: readonly number[]) => void actions.unpublish(chosenOf(ids), clear)}
          />
          {hasDates && (
            <BatchButton
              {...common}
              title="定时"
              onRun={(ids: readonly number[]) => onCopy('schedule', chosenOf(ids))}
            />
          )}
        </>
      )}
      {isAllowed(place, 'copyMany') && (
        <>
          <BatchButton {...common} title="批量复制" onRun={(ids: readonly number[]) => onCopy('copy', chosenOf(ids))} />
          <BatchButton
            {...common}
            title="跨站复制"
            onRun={(ids: readonly number[]) => onCopy('crossCopy', chosenOf(ids))}
          />
        </>
      )}
      <PromotionMenu
        place={place}
        chosen={keys.length}
        busy={busy}
        onRun={(optionType) => void actions.option(chosenOf(keys), optionType, clear)}
      />
    </>
  )
}

interface PromotionMenuProps {
  place: ListContext
  chosen: number
  busy: boolean
  onRun: (optionType: number) => void
}

/** The flags that the account may set and cancel in the column. */
const listAllowedFlags = ({ who, column }: ListContext) =>
  PROMOTIONS.filter(({ flag }) => optionRefusal(who, column, optionOf(flag, true)) === null)

/** Sets and clears the twelve flags (option numbers 1 to 24) that the account has permission for (B·§4). */
function PromotionMenu({ place, chosen, busy, onRun }: PromotionMenuProps) {
  const toast = useToast()
  const offered = listAllowedFlags(place)
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
