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
import { AvatarRow } from './AvatarRow.tsx'
import { NoticeWishes } from './NoticeWishes.tsx'
import { PROFILE } from './text.ts'

/** C·§2 Profile page: account, name, e-mail; saved, it goes back. */
export function Profile() {
  const [tab, choose] = useTabChoice(PROFILE.tabs)
  return (
    <Page>
      <PageHeader title={PROFILE.title} text={PROFILE.text} />
      <Tabs tabs={PROFILE.tabs} selected={tab} onSelect={choose}>
        {tab === 'info' ? <Info /> : <NoticeWishes />}
      </Tabs>
    </Page>
  )
}

function Info() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const { data, error, refetch } = useRead('profile.read', {}, { quiet: true })
  const save = useWrite('profile.save')
  // The name of the account stands in the window's frame, too.
  const refresh = useSessionAction('session.refresh', { success: false })
  const goBack = (): void => void (key === 'default' ? navigate('/') : navigate(-1))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return (
    <ResourceForm
      title={PROFILE.title}
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
          <TextField control={control} name="username" label={PROFILE.username} required autoComplete="username" />
          <TextField control={control} name="screenName" label={PROFILE.screenName} required autoComplete="name" />
          <TextField control={control} name="email" label={PROFILE.email} required autoComplete="email" />
        </>
      )}
    </ResourceForm>
  )
}
