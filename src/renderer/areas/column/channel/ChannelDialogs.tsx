import type { Column } from '#shared/contract/column.ts'
import { ColumnSeoDialog } from '#renderer/features/seo/ColumnSeoDialog.tsx'
import { AddChannelDialog } from './AddChannelDialog.tsx'
import { ChannelSettingsDialog } from './ChannelSettingsDialog.tsx'

/** The dialog that is open over the channels. */
export type Opened = { dialog: 'add'; parent: Column | null } | { dialog: 'settings' | 'seo'; channel: Column }

interface Props {
  opened: Opened
  siteId: number
  onPlaced: (channel: { id: number; parentId: number }) => void
  onClose: () => void
}

export function ChannelDialogs({ opened, siteId, onPlaced, onClose }: Props) {
  switch (opened.dialog) {
    case 'add':
      return <AddChannelDialog siteId={siteId} parent={opened.parent} onPlaced={onPlaced} onClose={onClose} />
    case 'settings':
      return <ChannelSettingsDialog channel={opened.channel} onClose={onClose} />
    case 'seo':
      return <ColumnSeoDialog column={opened.channel} onClose={onClose} />
  }
}
