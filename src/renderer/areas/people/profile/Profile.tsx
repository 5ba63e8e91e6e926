import { useLocation, useNavigate } from 'react-router-dom'
import { profileForm } from '#shared/contract/profile.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { NoticePreferences } from './NoticePreferences.tsx'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CropRegular, DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { CropDialog } from '#renderer/features/media/cropper/CropDialog.tsx'
import { OwnAvatar } from '#renderer/features/session/OwnAvatar.tsx'
import { useOwnAvatar } from '#renderer/features/session/useOwnAvatar.ts'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

/** The avatar, which is cropped for this window only and never uploaded (C·§2). */
function AvatarRow() {
  const styles = useStyles()
  const { image, set } = useOwnAvatar()
  const [cropping, setCropping] = useState(false)
  const setAvatar = async (file: File): Promise<void> => {
    set(await toDataUrl(file))
    setCropping(false)
  }
  return (
    <div role="group" aria-label="头像" className={styles.row}>
      <OwnAvatar size={72} />
      <Button icon={<CropRegular />} onClick={() => setCropping(true)}>
        裁剪头像
      </Button>
      {image && <Button appearance="subtle" icon={<DeleteRegular />} aria-label="移除头像" onClick={() => set('')} />}
      {cropping && (
        <CropDialog
          title="裁剪头像"
          note="裁剪结果不会保存到数据库，刷新后重置。"
          round
          onCropped={(file) => void setAvatar(file)}
          onClose={() => setCropping(false)}
        />
      )}
    </div>
  )
}

/** The page's content security policy allows only images of its own origin and data URLs. */
const toDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(file)
  })

const TABS = [
  { id: 'info', title: '个人信息' },
  { id: 'notices', title: '通知' },
] as const

/** C·§2 Profile page: account, name and e-mail. Saving returns to the previous page. */
export function Profile() {
  const [tab, choose] = useTabChoice(TABS)
  return (
    <Page>
      <PageHeader title="个人信息" text="账号、姓名和邮箱。修改账号后，请使用新账号登录。" />
      <Tabs tabs={TABS} selected={tab} onSelect={choose}>
        {tab === 'info' ? <ProfileForm /> : <NoticePreferences />}
      </Tabs>
    </Page>
  )
}

function ProfileForm() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const { data, error, refetch } = useRead('profile.read', {}, { quiet: true })
  const save = useWrite('profile.save')
  // The header shows the account's name, too.
  const refresh = useSessionAction('session.refresh', { success: false })
  const goBack = (): void => void (key === 'default' ? navigate('/') : navigate(-1))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return (
    <ResourceForm
      title="个人信息"
      schema={profileForm}
      values={data}
      save={async (values) => {
        const saved = await save.mutateAsync(values)
        if (values.username !== data.username) await refresh.mutateAsync({})
        return saved
      }}
      onSaved={goBack}
    >
      {(control) => (
        <>
          <AvatarRow />
          <TextField control={control} name="username" label="账号" required autoComplete="username" />
          <TextField control={control} name="screenName" label="姓名" required autoComplete="name" />
          <TextField control={control} name="email" label="邮箱" required autoComplete="email" />
        </>
      )}
    </ResourceForm>
  )
}
