import { Button, Tooltip } from '@fluentui/react-components'
import { DeleteRegular, type FluentIcon, InfoRegular } from '@fluentui/react-icons'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { MediaPreview } from '#renderer/ui/viewers/MediaPreview.tsx'
import type { ItemActions } from './actions.ts'
import { addressOf } from './address.ts'
import { DetailsDrawer } from './DetailsDrawer.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'

/** What is open over the library. */
export type Opened =
  | { dialog: 'preview'; id: number }
  | { dialog: 'details' | 'replace'; item: LibraryItem }
  /** name: of a single one; empty for several. */
  | { dialog: 'remove'; ids: readonly number[]; name: string }

interface Props {
  opened: Opened
  /** Those of the page. */
  items: readonly LibraryItem[]
  baseUrl: string
  actions: ItemActions
  /** Shows another one. */
  onMove: (id: number) => void
  onRemoved: () => void
  onClose: () => void
}

export function LibraryDialogs({ opened, items, baseUrl, actions, onMove, onRemoved, onClose }: Props) {
  switch (opened.dialog) {
    case 'preview':
      return (
        <MediaPreview
          files={items}
          at={items.findIndex(({ id }) => id === opened.id)}
          onMove={(at) => onMove(items[at]?.id ?? opened.id)}
          onClose={onClose}
          renderActions={(item) => <PreviewActions item={item} baseUrl={baseUrl} actions={actions} />}
        />
      )
    case 'details':
      return <DetailsDrawer item={opened.item} baseUrl={baseUrl} actions={actions} onClose={onClose} />
    case 'replace':
      return <ReplaceDialog item={opened.item} onClose={onClose} />
    case 'remove':
      return <RemoveDialog {...opened} items={items} onRemoved={onRemoved} onClose={onClose} />
  }
}

function PreviewActions({ item, baseUrl, actions }: Pick<Props, 'baseUrl' | 'actions'> & { item: LibraryItem }) {
  return (
    <>
      <CopyButton name="地址" text={addressOf(baseUrl, item.accessPath)} />
      <Act title="详情" icon={InfoRegular} run={() => actions.details(item)} />
      <Act title="删除" icon={DeleteRegular} run={() => actions.remove(item)} />
    </>
  )
}

function Act({ title, icon: Icon, run }: { title: string; icon: FluentIcon; run: () => void }) {
  return (
    <Tooltip content={title} relationship="label">
      <Button appearance="subtle" size="small" icon={<Icon />} onClick={run} />
    </Tooltip>
  )
}
