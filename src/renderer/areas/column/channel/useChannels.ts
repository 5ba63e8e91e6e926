import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { CHANNEL } from '#renderer/areas/column/channel/text.ts'
import type { Opened } from './ChannelDialogs.tsx'
import type { ChannelSwitch } from './columns.tsx'
import type { ChannelCommands, ChannelRules } from './rowActions.ts'

/** What can be done with the channels of a site, and what the rows need to know; stable while nothing of it changes. */
export function useChannels(
  siteId: number,
  open: (dialog: Opened) => void,
): {
  rules: ChannelRules
  commands: ChannelCommands
  turn: (channel: Column, name: ChannelSwitch, value: boolean) => Promise<unknown>
} {
  const who = useAuthority()
  const { data: sites } = useRead('site.page', { page: 1, size: 200 })
  const domains = sites?.content.find((site) => site.id === siteId)?.domain ?? ''
  const confirm = useConfirm()
  const { mutate: remove } = useWrite('column.deleteByIdList')
  const { mutateAsync: setSwitch } = useWrite('column.updateSwitch')

  const rules = useMemo(() => ({ who, domains }), [who, domains])
  const commands = useMemo<ChannelCommands>(
    () => ({
      add: (parent) => open({ dialog: 'add', parent }),
      settings: (channel) => open({ dialog: 'settings', channel }),
      seo: (channel) => open({ dialog: 'seo', channel }),
      remove: ({ id, title }) => {
        const question = { title: CHANNEL.deleteTitle(title), text: CHANNEL.deleteQuestion, danger: true }
        void confirm(question).then((agreed) => agreed && remove([{ id }]))
      },
    }),
    [open, confirm, remove],
  )
  const turn = useMemo(
    () =>
      ({ id }: Column, menuSwitchEnum: ChannelSwitch, value: boolean) =>
        setSwitch({ id, menuSwitchEnum, value }),
    [setSwitch],
  )
  return { rules, commands, turn }
}
