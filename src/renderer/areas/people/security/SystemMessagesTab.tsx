import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { systemMessageForm, type SystemMessageSettings } from '#shared/contract/systemMessage.ts'
import { call } from '#renderer/data/client.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Section } from './Section.tsx'

/** The channels for messages that the program itself sends: phone codes and notices. */
export function SystemMessagesTab() {
  const { data, error, refetch } = useRead('systemMessage.settings', {}, { quiet: true })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return <Settings settings={data} />
}

const toForm = ({
  codeChannelId,
  codeTemplateId,
  emailChannelId,
  noticeChannelId,
  noticeTemplateId,
  version,
}: SystemMessageSettings) => ({
  codeChannelId,
  codeTemplateId,
  emailChannelId,
  noticeChannelId,
  noticeTemplateId,
  version,
})

const toOptions = (rows: readonly { id: number; title: string }[]) =>
  rows.map(({ id, title }) => ({ value: id, title }))

const LABELS = {
  codeChannelId: '验证码短信通道',
  codeTemplateId: '验证码模板',
  emailChannelId: '发件邮箱',
  noticeChannelId: '通知短信通道',
  noticeTemplateId: '通知模板',
}

function Settings({ settings }: { settings: SystemMessageSettings }) {
  const save = useWrite('systemMessage.save')
  const { problem, channels, templates, emails } = settings
  const show = (field: string, value: unknown): string | undefined => {
    const rows = field === 'emailChannelId' ? emails : field.endsWith('ChannelId') ? channels : templates
    return value === 0 ? '不发送' : rows.find(({ id }) => id === value)?.title
  }
  return (
    <>
      {problem && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>有系统消息发送失败</MessageBarTitle>
            {problem} 请修改通道，或选择另一个通道；保存后，1 天内的消息会继续发送。
          </MessageBarBody>
        </MessageBar>
      )}
      <ResourceForm
        title="系统消息"
        schema={systemMessageForm}
        values={toForm(settings)}
        save={save.mutateAsync}
        wide
        compare={{ load: async () => toForm((await call('systemMessage.settings', {})).data), labels: LABELS, show }}
      >
        {(control) => (
          <>
            <Section
              title="手机验证码"
              text="注册时的验证码通过此短信通道发送。未选择时，验证码写入服务器日志，由管理员转告。"
            >
              <SmsFields control={control} settings={settings} channel="codeChannelId" template="codeTemplateId" />
            </Section>
            <Section title="通知邮件" text="每个账号在“个人信息”的“通知”中选择接收的通知">
              <SelectField
                control={control}
                name="emailChannelId"
                label={LABELS.emailChannelId}
                options={toOptions(emails)}
                placeholder="不发送"
                hint={emails.length === 0 ? '还没有发件邮箱，请先在“发件邮箱”中添加' : undefined}
                clearTo={0}
              />
            </Section>
            <Section
              title="通知短信"
              text="模板必须有且只有一个变量，发送时替换为通知的标题，例如“您有新的通知：${title}”。"
            >
              <SmsFields control={control} settings={settings} channel="noticeChannelId" template="noticeTemplateId" />
            </Section>
          </>
        )}
      </ResourceForm>
    </>
  )
}

interface SmsProps {
  control: Control<z.input<typeof systemMessageForm>, unknown, z.output<typeof systemMessageForm>>
  settings: SystemMessageSettings
  channel: 'codeChannelId' | 'noticeChannelId'
  template: 'codeTemplateId' | 'noticeTemplateId'
}

/** The choice of a channel and of a template of its site. */
function SmsFields({ control, settings: { channels, templates }, channel, template }: SmsProps) {
  const [chosen, chosenTemplate] = useWatch({ control, name: [channel, template] })
  const siteId = channels.find(({ id }) => id === chosen)?.siteId
  const fitting = templates.filter((row) => siteId === undefined || row.siteId === siteId)
  const content = templates.find(({ id }) => id === chosenTemplate)?.content
  return (
    <>
      <SelectField
        control={control}
        name={channel}
        label={LABELS[channel]}
        options={toOptions(channels)}
        placeholder="不发送"
        hint={channels.length === 0 ? '还没有短信通道，请先在“短信通道”中添加' : undefined}
        clearTo={0}
      />
      <SelectField
        control={control}
        name={template}
        label={LABELS[template]}
        options={toOptions(fitting)}
        placeholder="不发送"
        hint={content}
        clearTo={0}
      />
    </>
  )
}
