import { Button } from '@fluentui/react-components'
import { AddRegular, DocumentBulletListMultipleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { columnTrail } from '#renderer/features/columns/columnTreeItems.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useColumnRemoval } from '#renderer/features/columns/useColumnRemoval.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { ChannelDialogs, type Opened } from './ChannelDialogs.tsx'
import { listChannels } from './channels.ts'
import { type ChannelSwitch, columnsOf } from './columns.tsx'
import { type ChannelCommands, type ChannelRules, refusalOf } from './rowActions.ts'

const childrenOf = (channel: Column): readonly Column[] => listChannels(channel.child)
const keyOf = ({ id }: Column): number => id
const titleOf = ({ title }: Column): string => title

/** 频道管理: the columns of a site as its channels (A·§2, an alternative channel view). */
export function ChannelScreen() {
  const [siteId, setSiteId] = useSiteChoice()
  const toast = useToast()
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('ChannelScreen', opened, setOpened)
  const [placedId, setPlacedId] = useState<number>()
  const tree = useTreeState({ initially: 'expanded' })
  const read = useRead(
    'column.getTree',
    { siteId, showHiddenMenu: true },
    { quiet: true, enabled: siteId > 0, onFocus: true },
  )
  const { refetch } = read
  const reload = useCallback((): void => void refetch(), [refetch])
  const { rules, commands, toggleSwitch } = useChannels(siteId, setOpened, reload)
  const columns = useMemo(() => columnsOf({ rules, commands, toggleSwitch }), [rules, commands, toggleSwitch])

  const rows = useMemo(() => (siteId === 0 ? [] : read.data && listChannels(read.data)), [siteId, read.data])

  /** Reveals and marks a new channel. */
  const onPlaced = ({ id, parentId }: { id: number; parentId: number }): void => {
    tree.reveal(columnTrail(read.data ?? [], parentId).map((column) => column.id))
    setPlacedId(id)
  }
  /** Runs an action by key or double-click, or shows why the account may not run it. */
  const runIfAllowed = (channel: Column, action: 'edit' | 'remove'): void => {
    const refusal = refusalOf(rules, channel, action)
    if (refusal) toast.error(refusal)
    else if (action === 'edit') commands.settings(channel)
    else commands.remove(channel)
  }
  const onRowKey = (channel: Column, event: KeyboardEvent): void => {
    if (event.key === 'F2') runIfAllowed(channel, 'edit')
    if (event.key === 'Delete') runIfAllowed(channel, 'remove')
  }
  const add = (
    <Button
      appearance="primary"
      icon={<AddRegular />}
      disabled={siteId === 0}
      onClick={() => setOpened({ dialog: 'add', parent: null })}
    >
      新增频道
    </Button>
  )

  return (
    <Page>
      <PageHeader title="频道管理" actions={add} />
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SiteSelect value={siteId} onChange={setSiteId} />
      </Toolbar>
      <TreeTable
        key={siteId}
        label="频道"
        columns={columns}
        rows={rows}
        childrenOf={childrenOf}
        rowKey={keyOf}
        rowLabel={titleOf}
        read={read}
        tree={tree}
        onOpen={(channel) => runIfAllowed(channel, 'edit')}
        onRowKey={onRowKey}
        {...(placedId === undefined ? {} : { inView: placedId, marked: placedId })}
        empty={<Empty siteId={siteId} />}
      />
      {opened && <ChannelDialogs opened={opened} siteId={siteId} onPlaced={onPlaced} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Empty({ siteId }: { siteId: number }) {
  return siteId === 0 ? (
    <EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />
  ) : (
    <EmptyState
      icon={DocumentBulletListMultipleRegular}
      title="该站点还没有频道"
      text="点击“新增频道”添加频道，或选择其他站点。"
    />
  )
}

/**
 * Rules and commands for the channels of a site. The result is stable as long as `open` and `reload` are.
 * @param reload reads the tree again
 */
function useChannels(
  siteId: number,
  open: (dialog: Opened) => void,
  reload: () => void,
): {
  rules: ChannelRules
  commands: ChannelCommands
  toggleSwitch: (channel: Column, name: ChannelSwitch, value: boolean) => Promise<unknown>
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
  return { rules, commands, toggleSwitch: turn }
}
