import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { MailCheckmarkRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { emailForm } from '#shared/contract/emailSend.ts'
import { SEND_NOW } from '#shared/contract/outgoing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { RecipientField } from '#renderer/features/people/recipients/RecipientField.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { MemberFields } from '../shared/MemberFields.tsx'
import { SendTimeFields } from '../shared/SendTimeFields.tsx'
import { AttachmentsField } from './AttachmentsField.tsx'

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: tokens.spacingHorizontalS },
})

type FormInput = z.input<typeof emailForm>
type FormOutput = z.output<typeof emailForm>

/** Sends an e-mail to typed addresses and members, at once or at a set time (C·§2). */
export function EmailDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { mutateAsync } = useWrite('emailSend.batchSend')
  const { data } = useRead('emailChannel.page', { siteId, page: 1, size: 100 })
  const senders = data?.content ?? []
  const options = senders.map(({ id, sendName, account }) => ({
    value: id,
    title: sendName ? `${sendName} <${account}>` : account,
  }))
  return (
    <FormDialog
      title="发送邮件"
      size="content"
      schema={emailForm}
      values={{
        siteId,
        subject: '',
        body: '',
        emailList: [],
        memberIds: [],
        groupIds: [],
        levelIds: [],
        attachments: [],
        isMass: false,
        sendType: SEND_NOW,
        sendTime: '',
      }}
      save={mutateAsync}
      saveText="发送"
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="subject" label="邮件主题" required autoFocus maxLength={200} />
          <SelectField
            control={control}
            name="emailChannelId"
            label="发件邮箱"
            required
            options={options}
            hint={data && senders.length === 0 ? '该站点还没有发件邮箱，请先在“发件邮箱”中新增' : undefined}
          />
          <RecipientField control={control} name="emailList" label="收件人邮箱" kind="email" withUsers withSheet />
          <MemberFields control={control} siteId={siteId} members="memberIds" groups="groupIds" levels="levelIds" />
          <RichTextField control={control} name="body" label="邮件内容" required siteId={siteId} maxHeight={420} />
          <AttachmentsField control={control} name="attachments" siteId={siteId} />
          <SwitchField
            control={control}
            name="isMass"
            label="群发邮件"
            states={{ on: '含退订方式，不发送给已退订的收件人', off: '普通邮件' }}
          />
          <SendTimeFields control={control} type="sendType" time="sendTime" />
          <TestMailField control={control} siteId={siteId} />
        </>
      )}
    </FormDialog>
  )
}

/** Sends the current text to a test address. */
function TestMailField({ control, siteId }: { control: Control<FormInput, unknown, FormOutput>; siteId: number }) {
  const styles = useStyles()
  const [address, setAddress] = useState('')
  const { isSubmitting } = useFormState({ control })
  const { mutate, isPending } = useWrite('emailSend.trial')
  const { subject, body = '', emailChannelId, attachments, isMass } = useWatch({ control })
  const send = (): void =>
    mutate({
      siteId,
      subject: subject ?? '',
      body,
      emailChannelId,
      attachments: toAttachments(attachments),
      isMass,
      address,
    })
  return (
    <Field label="测试邮箱" hint="按当前填写的内容发送一封测试邮件">
      <div className={styles.row}>
        <Input aria-label="测试邮箱" value={address} onChange={(_event, { value }) => setAddress(value)} />
        <Button icon={<MailCheckmarkRegular />} disabledFocusable={isPending || isSubmitting} onClick={send}>
          发送测试邮件
        </Button>
      </div>
    </Field>
  )
}

const toAttachments = (files: { src?: string; name?: string }[] | undefined) =>
  (files ?? []).map(({ src = '', name = '' }) => ({ src, name }))
