import { makeStyles } from '@fluentui/react-components'
import { useForm } from 'react-hook-form'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { MediaViewer } from '#renderer/ui/viewers/MediaViewer.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  field: { maxWidth: '480px' },
  view: { display: 'flex', flexDirection: 'column', height: '360px' },
})

/** 播放资源库中的视频和音频；上传的文件会进入资源库。 */
export function PlayerDemo() {
  const styles = useStyles()
  const { control, watch } = useForm({ defaultValues: { video: '' } })
  const video = watch('video')
  return (
    <DemoPage title="播放器" text="播放资源库中的视频和音频；上传的文件会进入资源库。">
      <div className={styles.field}>
        <MediaField control={control} name="video" label="视频" kind="video" />
      </div>
      {video ? (
        <div className={styles.view}>
          <MediaViewer key={video} file={{ accessPath: video, oldName: '所选视频', extension: 'mp4', kind: 'video' }} />
        </div>
      ) : (
        <EmptyState title="还没有选择视频" text="从资源库中选择，或上传一个 mp4 文件。" />
      )}
    </DemoPage>
  )
}
