import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  area: {
    display: 'grid',
    placeItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalM,
    minHeight: '160px',
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  list: { height: '240px' },
})

/** 拖入文件或点“上传”：分片、断点续传、秒传。上传的文件会进入资源库。 */
export function UploadDemo() {
  const styles = useStyles()
  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId: 0 },
    multiple: true,
    label: '选择要上传的图片',
  })
  return (
    <DemoPage title="上传" text="拖入文件或点“上传”：分片、断点续传、秒传。上传的文件会进入资源库。">
      <DropZone label="上传图片" text="松开鼠标上传" onFiles={uploader.add}>
        <div className={styles.area}>
          <Text>把图片拖到这里，或</Text>
          <UploadButton uploader={uploader} />
        </div>
      </DropZone>
      <UploadList ids={uploader.ids} className={styles.list} />
    </DemoPage>
  )
}
