import { Button, makeStyles, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { formatBytes } from '#shared/util/bytes.ts'
import { CropDialog } from '#renderer/features/media/cropper/CropDialog.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ start: { alignSelf: 'start' } })

/** 选择本机的图片，裁成正方形。 */
export function CropperDemo() {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <DemoPage title="图片裁剪" text="选择本机的图片，裁成正方形。">
      <Button className={styles.start} onClick={() => setOpen(true)}>
        裁剪头像
      </Button>
      {name && <Text>{name}</Text>}
      {open && (
        <CropDialog
          round
          note="裁剪结果不会保存到数据库，刷新后重置。"
          onCropped={(file) => {
            setName(`裁剪完成：${file.name}，${formatBytes(file.size)}`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </DemoPage>
  )
}
