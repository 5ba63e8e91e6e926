import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { DeleteRegular, EditRegular, CertificateRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { NetworkStatus } from '#shared/contract/network.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { ClientCertificateDialog } from './ClientDialog.tsx'
import { NetworkDialog, PROXY_MODES } from './NetworkDialog.tsx'

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

/** The proxy and certificate settings, with buttons to change them. @param props.onChanged repeats the check */
export function NetworkSettings({ onChanged }: { onChanged: () => void }) {
  const styles = useStyles()
  const { data } = useRead('network.get', {})
  const [open, setOpen] = useState<'settings' | 'client' | null>(null)
  const confirm = useConfirm()
  const clearClient = useWrite('network.clearClient', { success: '删除成功' })
  const clearPassword = useWrite('network.clearPassword', { success: '删除成功' })
  if (!data) return null

  const confirmAndRun = async (title: string, text: string, work: () => void): Promise<void> => {
    if (await confirm({ title, text, confirmText: '删除', danger: true })) work()
  }
  return (
    <Card title="代理与证书">
      <Facts facts={factsOf(data)} />
      {!data.lasting && (
        <MessageBar layout="multiline">
          <MessageBarBody>本机没有可用的系统钥匙串，代理密码和证书密码在关闭程序后需要重新填写。</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.buttons}>
        <Button icon={<EditRegular />} onClick={() => setOpen('settings')}>
          修改设置
        </Button>
        <Button icon={<CertificateRegular />} onClick={() => setOpen('client')}>
          选择证书
        </Button>
        {data.client && (
          <Button
            icon={<DeleteRegular />}
            onClick={() =>
              void confirmAndRun('删除客户端证书', '将从本机删除客户端证书及其密码，无法恢复。', () =>
                clearClient.mutate({}, { onSuccess: onChanged }),
              )
            }
          >
            删除证书
          </Button>
        )}
        {data.hasPassword && (
          <Button
            icon={<DeleteRegular />}
            onClick={() =>
              void confirmAndRun('删除代理密码', '将从本机删除已保存的代理密码，无法恢复。', () =>
                clearPassword.mutate({}, { onSuccess: onChanged }),
              )
            }
          >
            删除代理密码
          </Button>
        )}
      </div>
      {open === 'settings' && <NetworkDialog status={data} onClose={() => setOpen(null)} onSaved={onChanged} />}
      {open === 'client' && <ClientCertificateDialog onClose={() => setOpen(null)} onSaved={onChanged} />}
    </Card>
  )
}

function factsOf({ form, hasPassword, client, managed }: NetworkStatus) {
  const withManagedMark = (field: NetworkStatus['managed'][number], value: string): string =>
    managed.includes(field) ? `${value}（由管理员设置）` : value
  const mode = PROXY_MODES.find(({ value }) => value === form.mode)?.title ?? ''
  return [
    { name: '代理', value: withManagedMark('mode', mode) },
    ...(form.mode === 'manual' ? [{ name: '代理地址', value: withManagedMark('address', form.address) }] : []),
    ...(form.mode === 'pac' ? [{ name: '脚本地址', value: withManagedMark('script', form.script) }] : []),
    ...(form.exceptions ? [{ name: '例外', value: withManagedMark('exceptions', form.exceptions) }] : []),
    ...(form.username
      ? [
          { name: '代理账号', value: withManagedMark('username', form.username) },
          { name: '代理密码', value: hasPassword ? '已保存' : '未填写' },
        ]
      : []),
    ...(form.authorities
      ? [{ name: '根证书', value: withManagedMark('authorities', `${countCertificates(form.authorities)} 个`) }]
      : []),
    { name: '客户端证书', value: client ? `${client.subject}，有效期至 ${client.validTo}` : '未设置' },
  ]
}

const countCertificates = (pem: string): number => pem.split('-----BEGIN CERTIFICATE-----').length - 1
