import { MessageBar, MessageBarBody, Text } from '@fluentui/react-components'
import { NOTICE_GROUPS } from '#shared/contract/notice.ts'
import { noticePreferencesForm, type NoticePreferences } from '#shared/contract/systemMessage.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'

const GROUP_TITLES = {
  approval: '审批',
  content: '内容',
  message: '站内信、文件和站点信箱',
  signIn: '新设备登录',
}

const GROUPS = NOTICE_GROUPS.map((value) => ({ value, title: GROUP_TITLES[value] }))

type ChannelState = NoticePreferences['ways']['email']

interface ChannelHints {
  unavailable: string
  missing: string
  to: (address: string) => string
}

/** Preferences for the notices that are also sent by e-mail or text message. */
export function NoticePreferences() {
  const { data, error, refetch } = useRead('noticeWish.read', {}, { quiet: true })
  const save = useWrite('noticeWish.save')
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { email, sms, ways } = data
  const hintOf = ({ isOpen, address }: ChannelState, { unavailable, missing, to }: ChannelHints): string =>
    !isOpen ? unavailable : address === '' ? missing : to(address)
  return (
    <ResourceForm title="通知" schema={noticePreferencesForm} values={{ email, sms }} save={save.mutateAsync}>
      {(control) => (
        <>
          <MessageBar>
            <MessageBarBody>所有通知都显示在程序右上角的“通知”中，还可以选择同时通过以下方式接收。</MessageBarBody>
          </MessageBar>
          <CheckboxGroupField
            control={control}
            name="email"
            label="邮件"
            options={GROUPS}
            disabled={!ways.email.isOpen}
            hint={hintOf(ways.email, {
              unavailable: '管理员未设置发送通知的邮箱，暂时不能使用',
              missing: '未填写邮箱，请在“个人信息”中填写',
              to: (address) => `发送到 ${address}`,
            })}
          />
          <CheckboxGroupField
            control={control}
            name="sms"
            label="短信"
            options={GROUPS}
            disabled={!ways.sms.isOpen}
            hint={hintOf(ways.sms, {
              unavailable: '管理员未设置发送通知的短信通道，暂时不能使用',
              missing: '账号未填写手机号，请联系管理员',
              to: (address) => `发送到 ${address}，每个号码每天的条数有上限`,
            })}
          />
          <Text size={200}>邮件和短信由服务器排队发送，可能延迟几分钟</Text>
        </>
      )}
    </ResourceForm>
  )
}
