import { makeStyles } from '@fluentui/react-components'
import {
  ArrowForwardRegular,
  CopyArrowRightRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  GlobeRegular,
  LinkRegular,
  OpenRegular,
  ThumbDislikeRegular,
  TimelineRegular,
} from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { type MoreAction, MoreMenu as Menu } from '#renderer/ui/table/MoreMenu.tsx'
import { titleOf } from './columns.tsx'
import { isAllowed, type ListContext } from './listColumn.ts'
import type { RowCommands } from './commands.ts'

const useStyles = makeStyles({ root: { display: 'inline-flex', alignItems: 'center' } })

interface Props {
  entry: ContentEntry
  /** Do visitors see a page of the entry? */
  hasPage: boolean
  place: ListContext
  commands: RowCommands
}

/** Row actions: edit, delete and more (B·§2); actions without permission are hidden. */
export function RowButtons({ entry, hasPage, place, commands }: Props) {
  const styles = useStyles()
  const edit = { title: '编辑', icon: EditRegular, run: () => commands.edit(entry) }
  const remove = { title: '删除', icon: DeleteRegular, run: () => commands.remove(entry) }
  return (
    <div className={styles.root}>
      <RowActions
        row={titleOf(place.column, entry)}
        actions={[...(isAllowed(place, 'edit') ? [edit] : []), ...(isAllowed(place, 'remove') ? [remove] : [])]}
      />
      <MoreMenu {...{ entry, hasPage, place, commands }} />
    </div>
  )
}

/**
 * Menu items that the account may use; variant B also has reject and forward (B·§2). Rejecting unpublishes an entry, so it
 * needs the permission to publish; forwarding moves an entry, which needs the permission to edit.
 */
function createMenuItems({ entry, hasPage, place, commands }: Props): MoreAction[] {
  const copy = { title: '复制', icon: CopyRegular, run: () => commands.copy(entry) }
  const crossCopy = {
    title: '跨站复制',
    icon: CopyArrowRightRegular,
    run: () => commands.crossCopy(entry),
  }
  const reject = { title: '驳回', icon: ThumbDislikeRegular, run: () => commands.reject(entry) }
  const forward = { title: '转发', icon: ArrowForwardRegular, run: () => commands.forward(entry) }
  const timeline = { title: '时间线', icon: TimelineRegular, run: () => commands.timeline(entry) }
  const page = [
    { title: '查看页面', icon: OpenRegular, run: () => commands.openPage(entry) },
    { title: '复制网址', icon: GlobeRegular, run: () => commands.copyUrl(entry) },
  ]
  const link = { title: '复制程序内链接', icon: LinkRegular, run: () => commands.copyLink(entry) }
  const mayForward = isAllowed(place, 'edit') && (!entry.isStatus || isAllowed(place, 'publish'))
  return [
    ...(isAllowed(place, 'copy') ? [copy, crossCopy] : []),
    ...(place.review && isAllowed(place, 'publish') ? [reject] : []),
    ...(place.review && mayForward ? [forward] : []),
    timeline,
    ...(hasPage ? page : []),
    link,
  ]
}

/** The menu 更多 of an entry's row. */
const MoreMenu = (props: Props) => (
  <Menu row={titleOf(props.place.column, props.entry)} items={createMenuItems(props)} />
)
