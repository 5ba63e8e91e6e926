import { MessageBar, MessageBarBody, Text } from '@fluentui/react-components'
import { NOTICE_GROUPS } from '#shared/contract/notice.ts'
import { noticeWish, type NoticeWishAnswer } from '#shared/contract/systemMessage.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { WISHES } from './text.ts'

const GROUPS = NOTICE_GROUPS.map((value) => ({ value, title: WISHES.groups[value] }))

type Way = NoticeWishAnswer['ways']['email']

interface WayHints {
  closed: string
  missing: string
  to: (address: string) => string
}

/** By which ways beside the program one wishes to be told of what. */
export function NoticeWishes() {
  const { data, error, refetch } = useRead('noticeWish.read', {}, { quiet: true })
  const save = useWrite('noticeWish.save')
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { email, sms, ways } = data
  const hint = ({ isOpen, address }: Way, { closed, missing, to }: WayHints): string =>
    !isOpen ? closed : address === '' ? missing : to(address)
  return (
    <ResourceForm title={WISHES.title} schema={noticeWish} values={{ email, sms }} save={save.mutateAsync}>
      {(control) => (
        <>
          <MessageBar>
            <MessageBarBody>{WISHES.inProgram}</MessageBarBody>
          </MessageBar>
          <CheckboxGroupField
            control={control}
            name="email"
            label={WISHES.email.title}
            options={GROUPS}
            disabled={!ways.email.isOpen}
            hint={hint(ways.email, { closed: WISHES.email.closed, missing: WISHES.email.missing, to: (address) => `发到 ${address}` })}
          />
          <CheckboxGroupField
            control={control}
            name="sms"
            label={WISHES.sms.title}
            options={GROUPS}
            disabled={!ways.sms.isOpen}
            hint={hint(ways.sms, { closed: WISHES.sms.closed, missing: WISHES.sms.missing, to: (address) => `发到 ${address}，每个号码每天的条数有上限` })}
          />
          <Text size={200}>{WISHES.queued}</Text>
        </>
      )}
    </ResourceForm>
  )
}
