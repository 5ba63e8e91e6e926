import { ArrowForwardRegular, CopyRegular, ThumbDislikeRegular } from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { type MoreAction, MoreMenu as Menu } from '#renderer/ui/table/MoreMenu.tsx'
import { titleOf } from '../columns.tsx'
import { may, type Place } from '../listColumn.ts'
import type { RowCommands } from './commands.ts'

interface Props {
  entry: ContentEntry
  place: Place
  commands: RowCommands
}

/**
 * What stands in the menu for this account; in variant B also reject and forward (B·§2). Rejecting takes a published entry
 * back, so it needs the code of publishing; forwarding moves an entry, which is an edit.
 */
function itemsOf({ entry, place, commands }: Props): MoreAction[] {
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

/** The menu 更多 of an entry's row. */
export const MoreMenu = (props: Props) => <Menu row={titleOf(props.place.column, props.entry)} items={itemsOf(props)} />
