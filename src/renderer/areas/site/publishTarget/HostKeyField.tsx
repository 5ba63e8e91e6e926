import { Button, Field, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useController, useWatch } from 'react-hook-form'
import { identityFor } from '#shared/contract/publishTarget.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  key: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
})

const TEXTS = {
  key: {
    label: '主机密钥',
    hint: '首次使用或服务器重装后，需要读取并核对一次',
    none: '还没有确认',
    read: '读取主机密钥',
    prefix: 'SHA256:',
  },
  certificate: {
    label: '证书指纹',
    hint: '证书由受信任的机构签发时不用填写；自签名的证书需要读取并核对一次',
    none: '使用受信任的证书',
    read: '读取证书指纹',
    prefix: '',
  },
}

/** The key or certificate by which the server is known: it is read once, and a person compares it. */
export function HostKeyField({ control, siteId }: { control: TargetControl; siteId: number }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const toast = useToast()
  const { field } = useController({ control, name: 'hostKey' })
  const [kind, host = '', port, encryption, address = ''] = useWatch({
    control,
    name: ['kind', 'host', 'port', 'encryption', 'address'],
  })
  const { mutateAsync: read, isPending } = useWrite('publishTarget.readHostKey')
  const known = identityFor(kind, field.value ?? '')
  if (kind === 'folder' || kind === 'zip') return null
  const texts = TEXTS[kind === 'sftp' ? 'key' : 'certificate']
  const isWeb = kind === 's3' || kind === 'webdav'
  const place = isWeb ? address : host
  const ask = async (): Promise<void> => {
    const where = isWeb ? { address } : { host, port: Number(port) }
    const answer = await read({ siteId, kind, ...where, ...(encryption ? { encryption } : {}) }).catch(() => null)
    if (!answer?.data) return
    const { hostKey, message } = answer.data
    if (message !== '') return toast.error(message)
    const agreed = await confirm({
      title: `确认服务器“${place}”的${texts.label}`,
      text: `${texts.prefix}${hostKey}。请与服务器管理员提供的指纹核对，一致时再确认，以免把网站和密码交给冒充的服务器。`,
      confirmText: '确认一致',
    })
    if (agreed) field.onChange(hostKey)
  }
  return (
    <Field label={texts.label} hint={texts.hint}>
      <div className={styles.row}>
        <Text className={styles.key}>{known === '' ? texts.none : `${texts.prefix}${known}`}</Text>
        <Button size="small" disabled={place === '' || isPending} onClick={() => void ask()}>
          {isPending ? '正在读取…' : known === '' ? texts.read : '重新读取'}
        </Button>
        {known !== '' && kind !== 'sftp' && (
          <Button size="small" onClick={() => field.onChange('')}>
            改用受信任的证书
          </Button>
        )}
      </div>
    </Field>
  )
}
