import { Button, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { z } from 'zod'
import { mediaItem } from '#shared/contract/mediaItem.ts'
import { AvatarField } from '#renderer/features/media/cropper/AvatarField.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { ExistingTab } from '#renderer/features/media/picker/existing/ExistingTab.tsx'
import type { ChosenFile } from '#renderer/features/media/picker/items.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { MediaGroupField } from '#renderer/features/media/picker/MediaGroupField.tsx'
import { MultiImageDialog } from '#renderer/features/media/picker/multi/MultiImageDialog.tsx'
import { useMediaChoice } from '#renderer/features/media/picker/useMediaChoice.ts'
import { useDemoStyles, useSampleSave } from '../shared/kit.tsx'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Library } from '#renderer/features/media/picker/existing/useLibrary.ts'
import { LONG_TITLE } from '../shared/samples.ts'
import { PeopleRegular } from '@fluentui/react-icons'
import type { User } from '#shared/contract/account.ts'
import { recipientList } from '#shared/contract/recipients.ts'
import { IconButton } from '../shared/iconPicker/IconButton.tsx'
import { RecipientField } from '#renderer/features/people/recipients/RecipientField.tsx'
import { userLabel, UserPicker } from '#renderer/features/people/picker/UserPicker.tsx'

const recipients = z.object({
  emails: recipientList('email', '请输入收件人'),
  phones: recipientList('phone', '请输入手机号'),
})
/** Choosing users, recipients and icons. The users are the real accounts; nothing is sent. */
export function PickersPanel() {
  return (
    <>
      <ChosenUsers />
      <Recipients />
      <ChosenIcon />
    </>
  )
}

function ChosenUsers() {
  const styles = useDemoStyles()
  const [users, setUsers] = useState<readonly User[]>([])
  const [open, setOpen] = useState(false)
  const confirmUsers = (chosen: readonly User[]): void => {
    setUsers(chosen)
    setOpen(false)
  }
  return (
    <Card title="选择用户">
      <div className={styles.row}>
        <Button icon={<PeopleRegular />} onClick={() => setOpen(true)}>
          选择收件人
        </Button>
        <Text>{users.map(userLabel).join('、') || '还没有选择'}</Text>
      </div>
      {open && <UserPicker chosen={users} onConfirm={confirmUsers} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Recipients() {
  const save = useSampleSave(
    ({ emails, phones }: z.output<typeof recipients>) => `${emails.length} 个邮箱，${phones.length} 个手机号`,
  )
  return (
    <ResourceForm title="收件人" schema={recipients} values={{ emails: [], phones: [] }} save={save} wide>
      {(control) => (
        <>
          <RecipientField control={control} name="emails" label="收件人" kind="email" withUsers required />
          <RecipientField control={control} name="phones" label="手机号" kind="phone" required />
        </>
      )}
    </ResourceForm>
  )
}

function ChosenIcon() {
  const styles = useDemoStyles()
  const [icon, setIcon] = useState('')
  return (
    <Card title="选择图标">
      <div className={styles.row}>
        <IconButton label="图标" value={icon} onChange={setIcon} />
        <Text>{icon || '还没有选择'}</Text>
      </div>
    </Card>
  )
}

const LIBRARY_STATES = ['有资源', '正在加载', '没有资源', '没有找到', '加载失败'] as const
type LibraryState = (typeof LIBRARY_STATES)[number]

const item = (id: number): LibraryItem => ({
  id,
  oldName: id === 2 ? `${LONG_TITLE}.png` : `示例图片 ${id}.png`,
  // An address outside the server, so that the picture is not fetched.
  accessPath: `https://example.com/sample-${id}.png`,
  extension: 'png',
  size: 2048,
  imageWidth: 1200,
  imageHeight: 800,
  kind: 'image',
  fileSizeString: '2 KB',
  thumbPath: '',
  createDate: '2026-11-01 10:30:00',
  createdBy: 'admin',
})
const ITEMS = Array.from({ length: 8 }, (_each, i) => item(i + 1))
const failure = new AppError('timeout', '服务器响应超时，请稍后重试')

/** Sample data in the shape that the picker reads. */
const sampleLibrary = (state: LibraryState): Library => ({
  paging: {
    input: { page: 1, size: 24, key: state === '没有找到' ? '没有这个名字' : '' },
    setPage: () => undefined,
    setSize: () => undefined,
    search: () => undefined,
  },
  dates: { start: '', end: '' },
  setDates: () => undefined,
  items: state === '有资源' ? ITEMS : state === '没有资源' || state === '没有找到' ? [] : undefined,
  total: state === '有资源' ? ITEMS.length : 0,
  error: state === '加载失败' ? failure : null,
  stale: false,
  filtered: state === '没有找到',
  refetch: () => undefined,
})

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

/** Choosing, sorting and cropping media. Uploads go into the library of the connected server. */
export function MediaPanel() {
  const toast = useToast()
  const [multi, setMulti] = useState(false)
  const save = useSampleSave(() => '保存成功')
  const showChosen = (images: readonly ChosenFile[]): void => {
    toast.info(`已选择 ${images.map(({ name }) => name).join('、')}`)
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
      {multi && <MultiImageDialog limit={5} onDone={showChosen} onClose={() => setMulti(false)} />}
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
