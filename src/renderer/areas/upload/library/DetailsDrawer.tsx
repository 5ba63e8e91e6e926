import { Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { DrawerView } from '#renderer/ui/dialogs/DrawerView.tsx'
import { type Fact, Facts } from '#renderer/ui/layout/Facts.tsx'
import { KIND_NAMES } from '#renderer/features/media/text.ts'
import { dimensions, type ItemActions } from './actions.ts'
import { addressOf } from './address.ts'
import { PictureButton } from './PictureButton.tsx'
import { UsedIn } from './UsedIn.tsx'

const useStyles = makeStyles({
  picture: { flex: 'none', height: '240px' },
  title: { margin: `${tokens.spacingVerticalS} 0 0` },
})

interface Props {
  item: LibraryItem
  baseUrl: string
  actions: ItemActions
  onClose: () => void
}

/** All that is known of a file, and where it is used. */
export function DetailsDrawer({ item, baseUrl, actions, onClose }: Props) {
  const styles = useStyles()
  return (
    <DrawerView
      title="资源详情"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => actions.remove(item)}>删除</Button>
          <Button onClick={() => actions.replace(item)}>替换</Button>
          <Button appearance="primary" onClick={() => actions.preview(item)}>
            预览
          </Button>
        </>
      }
    >
      <div className={styles.picture}>
        <PictureButton item={item} onOpen={() => actions.preview(item)} />
      </div>
      <Facts facts={factsOf(item, addressOf(baseUrl, item.accessPath))} />
      <Subtitle2 as="h3" className={styles.title}>
        使用情况
      </Subtitle2>
      <UsedIn id={item.id} />
    </DrawerView>
  )
}

const factsOf = (item: LibraryItem, address: string): Fact[] => [
  { name: '文件名', value: item.oldName },
  { name: '类型', value: `${KIND_NAMES[item.kind]}（${item.extension || '没有扩展名'}）` },
  ...(dimensions(item) ? [{ name: '尺寸', value: `${dimensions(item)} 像素` }] : []),
  { name: '大小', value: item.fileSizeString },
  { name: '上传者', value: item.createdBy || '—' },
  { name: '上传时间', value: item.createDate || '—' },
  { name: '地址', value: address, copy: true },
]
