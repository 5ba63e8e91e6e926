import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useColumnRemoval } from '#renderer/features/columns/useColumnRemoval.ts'
import type { Opened } from './ChannelDialogs.tsx'
import type { ChannelSwitch } from './columns.tsx'
import type { ChannelCommands, ChannelRules } from './rowActions.ts'

/** What can be done with the channels of a site, and what the rows need to know; stable while nothing of it changes; so have to
 * be `open` and `reload`, which reads the tree again. */
export function useChannels(
  siteId: number,
  open: (dialog: Opened) => void,
  reload: () => void,
): {
  rules: ChannelRules
  commands: ChannelCommands
  turn: (channel: Column, name: ChannelSwitch, value: boolean) => Promise<unknown>
} {
  const who = useAuthority()
  const { data: sites } = useRead('site.page', { page: 1, size: 200 })
  const domains = sites?.content.find((site) => site.id === siteId)?.domain ?? ''
  const removeAll = useColumnRemoval('频道', reload)
  const { mutateAsync: setSwitch } = useWrite('column.updateSwitch')

  const rules = useMemo(() => ({ who, domains }), [who, domains])
  const commands = useMemo<ChannelCommands>(
    () => ({
      add: (parent) => open({ dialog: 'add', parent }),
      settings: (channel) => open({ dialog: 'settings', channel }),
      seo: (channel) => open({ dialog: 'seo', channel }),
      remove: (channel) => void removeAll([channel]),
    }),
    [open, removeAll],
  )
  const turn = useMemo(
    () =>
      ({ id }: Column, menuSwitchEnum: ChannelSwitch, value: boolean) =>
        setSwitch({ id, menuSwitchEnum, value }),
    [setSwitch],
  )
  return { rules, commands, turn }
}
