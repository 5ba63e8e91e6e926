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
import { MESSAGES } from './text.ts'


/** Over which channels the program itself sends phone codes and notices. */
export function SystemMessagesTab() {
  const { data, error, refetch } = useRead('systemMessage.settings', {}, { quiet: true })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return <Settings settings={data} />
}

const formOf = ({
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

const choices = (rows: readonly { id: number; title: string }[]) => rows.map(({ id, title }) => ({ value: id, title }))

function Settings({ settings }: { settings: SystemMessageSettings }) {
  const save = useWrite('systemMessage.save')
  const { problem, channels, templates, emails } = settings
  const show = (field: string, value: unknown): string | undefined => {
    const rows = field === 'emailChannelId' ? emails : field.endsWith('ChannelId') ? channels : templates
    return value === 0 ? MESSAGES.nothing : rows.find(({ id }) => id === value)?.title
  }
  return (
    <>
      {problem && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{MESSAGES.held}</MessageBarTitle>
            {problem} {MESSAGES.heldHelp}
          </MessageBarBody>
        </MessageBar>
      )}
      <ResourceForm
        title={MESSAGES.form}
        schema={systemMessageForm}
        values={formOf(settings)}
        save={save.mutateAsync}
        wide
        compare={{ load: async () => formOf((await call('systemMessage.settings', {})).data), labels: MESSAGES.labels, show }}
      >
        {(control) => (
          <>
            <Section title={MESSAGES.code} text={MESSAGES.codeText}>
              <Sms control={control} settings={settings} channel="codeChannelId" template="codeTemplateId" />
            </Section>
            <Section title={MESSAGES.email} text={MESSAGES.emailText}>
              <SelectField
                control={control}
                name="emailChannelId"
                label={MESSAGES.labels.emailChannelId}
                options={choices(emails)}
                placeholder={MESSAGES.nothing}
                hint={emails.length === 0 ? MESSAGES.noEmail : undefined}
                clearTo={0}
              />
            </Section>
            <Section title={MESSAGES.sms} text={MESSAGES.smsText}>
              <Sms control={control} settings={settings} channel="noticeChannelId" template="noticeTemplateId" />
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

/** A channel, and the templates of its site. */
function Sms({ control, settings: { channels, templates }, channel, template }: SmsProps) {
  const [chosen, chosenTemplate] = useWatch({ control, name: [channel, template] })
  const siteId = channels.find(({ id }) => id === chosen)?.siteId
  const fitting = templates.filter((row) => siteId === undefined || row.siteId === siteId)
  const content = templates.find(({ id }) => id === chosenTemplate)?.content
  return (
    <>
      <SelectField
        control={control}
        name={channel}
        label={MESSAGES.labels[channel]}
        options={choices(channels)}
        placeholder={MESSAGES.nothing}
        hint={channels.length === 0 ? MESSAGES.noChannel : undefined}
        clearTo={0}
      />
      <SelectField
        control={control}
        name={template}
        label={MESSAGES.labels[template]}
        options={choices(fitting)}
        placeholder={MESSAGES.nothing}
        hint={content}
        clearTo={0}
      />
    </>
  )
}
