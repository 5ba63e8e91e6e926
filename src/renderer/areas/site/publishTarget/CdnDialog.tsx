import { Button, makeStyles, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type CdnProvider, type PublishCdn, publishCdnSave } from '#shared/contract/publishCdn.ts'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const useStyles = makeStyles({ test: { justifySelf: 'start', alignSelf: 'flex-start' } })

const PROVIDERS: { value: CdnProvider; title: string }[] = [
  { value: '', title: '不刷新' },
  { value: 'aliyun', title: '阿里云 CDN' },
  { value: 'tencent', title: '腾讯云 CDN' },
  { value: 'webhook', title: 'Webhook' },
]

type CdnControl = Control<z.input<typeof publishCdnSave>, unknown, z.output<typeof publishCdnSave>>

interface Props {
  target: PublishTarget
  onClose: () => void
}

/** The CDN in front of a target, which purges the changed addresses after each deployment. */
export function CdnDialog({ target, onClose }: Props) {
  const title = `“${target.name}”的 CDN 刷新`
  const { data, error, refetch } = useRead('publishCdn.find', { targetId: target.id }, { quiet: true })
  if (data) return <CdnForm title={title} cdn={data} onClose={onClose} />
  return (
    <PanelDialog title={title} size="small" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Spinner label="正在读取" />}
    </PanelDialog>
  )
}

function CdnForm({ title, cdn, onClose }: { title: string; cdn: PublishCdn; onClose: () => void }) {
  const write = useWrite('publishCdn.save')
  const { id, targetId, provider, url, accessKeyId, version } = cdn
  return (
    <FormDialog
      title={title}
      schema={publishCdnSave}
      values={{ id, targetId, provider, url, accessKeyId, secret: '', version }}
      save={(form) => write.mutateAsync(form)}
      onClose={onClose}
    >
      {(control) => (
        <>
          <RadioGroupField control={control} name="provider" label="服务商" options={PROVIDERS} />
          <Access control={control} cdn={cdn} />
          {cdn.hasSecret && <TestButton targetId={targetId} />}
        </>
      )}
    </FormDialog>
  )
}

/** Has the CDN forget the home page, by the settings that are saved. */
function TestButton({ targetId }: { targetId: number }) {
  const styles = useStyles()
  const [result, setResult] = useState<string | null>(null)
  const { mutateAsync: test, isPending } = useWrite('publishCdn.test')
  const run = async (): Promise<void> => {
    setResult(null)
    const answer = await test({ targetId }).catch(() => null)
    if (answer?.data) setResult(answer.data.message)
  }
  return (
    <>
      <Button className={styles.test} disabled={isPending} onClick={() => void run()}>
        {isPending ? '正在刷新…' : '用已保存的设置刷新首页'}
      </Button>
      {result !== null && (
        <MessageBar intent={result === '' ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>{result || 'CDN 已接受首页的刷新'}</MessageBarBody>
        </MessageBar>
      )}
    </>
  )
}

function Access({ control, cdn }: { control: CdnControl; cdn: PublishCdn }) {
  const provider = useWatch({ control, name: 'provider' })
  if (provider === '') return null
  const isWebhook = provider === 'webhook'
  return (
    <>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          {isWebhook
            ? '每次发布后，把改动的网址以 JSON 发送到以下地址，签名方式与 Webhook 相同。'
            : '每次发布后刷新改动的网址，超过 1000 个文件时刷新整个网站。请使用只有 CDN 刷新权限的密钥。'}
        </MessageBarBody>
      </MessageBar>
      <TextField
        control={control}
        name="url"
        label="地址"
        required={isWebhook}
        maxLength={500}
        autoComplete="off"
        placeholder={isWebhook ? 'https://cdn.example.com/purge' : ''}
        hint={isWebhook ? '以 http:// 或 https:// 开头' : '留空使用服务商的公共地址'}
      />
      {!isWebhook && (
        <TextField
          control={control}
          name="accessKeyId"
          label={provider === 'aliyun' ? 'AccessKey ID' : 'SecretId'}
          required
          maxLength={200}
          autoComplete="off"
        />
      )}
      <PasswordField
        control={control}
        name="secret"
        label={isWebhook ? '签名密钥' : provider === 'aliyun' ? 'AccessKey Secret' : 'SecretKey'}
        autoComplete="new-password"
        hint={cdn.hasSecret ? '留空表示不修改' : '密钥加密保存，不会再显示'}
      />
    </>
  )
}
