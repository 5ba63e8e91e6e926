import { ArrowSwapRegular, DeleteRegular, InfoRegular, LinkRegular } from '@fluentui/react-icons'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { DragOutRequest } from '#shared/contract/dragOut.ts'
import type { RowAction } from '#renderer/ui/table/RowActions.tsx'

/** The actions of a file. */
export interface ItemActions {
  preview(item: LibraryItem): void
  details(item: LibraryItem): void
  copyAddress(item: LibraryItem): void
  replace(item: LibraryItem): void
  remove(item: LibraryItem): void
  /** The dragged files: all selected files when `item` is selected, else `item` alone. */
  listDragged(item: LibraryItem): readonly LibraryItem[]
}

/** The buttons of a file in both views. A click on the picture opens the preview. */
export const rowActions = (item: LibraryItem, actions: ItemActions): RowAction[] => [
  { title: '详情', icon: InfoRegular, run: () => actions.details(item) },
  { title: '复制地址', icon: LinkRegular, run: () => actions.copyAddress(item) },
  { title: '替换', icon: ArrowSwapRegular, run: () => actions.replace(item) },
  { title: '删除', icon: DeleteRegular, run: () => actions.remove(item) },
]

export const dimensions = ({ imageWidth, imageHeight }: LibraryItem): string =>
  imageWidth > 0 ? `${imageWidth} × ${imageHeight}` : ''

/** The files that are dragged out of the window with this one. */
export const toDragOut = (item: LibraryItem, { listDragged }: ItemActions): DragOutRequest => ({
  from: 'library',
  files: listDragged(item).map(({ accessPath, oldName }) => ({ accessPath, name: oldName })),
})
