import { Button, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { z } from 'zod'
import { mediaItem } from '#shared/contract/mediaItem.ts'
import { AvatarField } from '#renderer/features/media/cropper/AvatarField.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { ExistingTab } from '#renderer/features/media/picker/existing/ExistingTab.tsx'
import type { Chosen } from '#renderer/features/media/picker/items.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { MediaGroupField } from '#renderer/features/media/picker/MediaGroupField.tsx'
import { MultiImageDialog } from '#renderer/features/media/picker/multi/MultiImageDialog.tsx'
import { useMediaChoice } from '#renderer/features/media/picker/useMediaChoice.ts'
import { LIBRARY_STATES, sampleLibrary } from './sampleLibrary.ts'
import { saved } from '../shared/samples.ts'

const useStyles = makeStyles({
  library: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, height: '420px' },
})

const schema = z.object({
  photo: z.string().min(1, '请选择封面'),
  file: z.string(),
  video: z.string(),
  photos: z.array(mediaItem).min(1, '请选择图片'),
  avatar: z.string(),
})
const VALUES = { photo: '', file: '', video: '', photos: [], avatar: '' }

/** Choosing, sorting and cropping media. What is uploaded here goes into the library of the connected server. */
export function MediaPanel() {
  const toast = useToast()
  const [multi, setMulti] = useState(false)
  const save = async (): Promise<{ code: number }> => {
    const answer = await saved()
    toast.success('保存成功')
    return answer
  }
  const done = (images: readonly Chosen[]): void => {
    toast.info(`得到了 ${images.map(({ name }) => name).join('、')}`)
    setMulti(false)
  }
  return (
    <>
      <ResourceForm title="示例媒体表单" schema={schema} values={VALUES} save={save} wide>
        {(control) => (
          <>
            <MediaField control={control} name="photo" label="封面" kind="image" required />
            <MediaField control={control} name="file" label="附件" kind="file" />
            <MediaField control={control} name="video" label="视频" kind="video" />
            <MediaGroupField control={control} name="photos" label="图集" kind="image" max={12} required />
            <AvatarField control={control} name="avatar" label="头像" note="裁剪结果不会保存到数据库，刷新后重置。" />
          </>
        )}
      </ResourceForm>
      <Card title="多图上传" actions={<Button onClick={() => setMulti(true)}>打开多图上传</Button>}>
        一次选择多张图片上传。
      </Card>
      <LibraryStates />
      {multi && <MultiImageDialog limit={5} onDone={done} onClose={() => setMulti(false)} />}
    </>
  )
}

function LibraryStates() {
  const styles = useStyles()
  const [state, setState] = useState<(typeof LIBRARY_STATES)[number]>('有资源')
  const choice = useMediaChoice(true, 3)
  return (
    <Card title="资源列表的状态">
      <RadioGroup
        layout="horizontal"
        aria-label="资源列表的状态"
        value={state}
        onChange={(_event, { value }) => setState(LIBRARY_STATES.find((each) => each === value) ?? '有资源')}
      >
        {LIBRARY_STATES.map((each) => (
          <Radio key={each} value={each} label={each} />
        ))}
      </RadioGroup>
      <div className={styles.library}>
        <ExistingTab
          kind="image"
          library={sampleLibrary(state)}
          many
          choice={choice}
          onOpen={() => undefined}
          onUpload={() => undefined}
        />
      </div>
    </Card>
  )
}
