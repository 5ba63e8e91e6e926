import { Button, Field, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useController, useWatch } from 'react-hook-form'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  key: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
})

/** The key by which the server is known: it is read once, and a person compares it. */
export function HostKeyField({ control, siteId }: { control: TargetControl; siteId: number }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const toast = useToast()
  const { field } = useController({ control, name: 'hostKey' })
  const [host = '', port] = useWatch({ control, name: ['host', 'port'] })
  const { mutateAsync: read, isPending } = useWrite('publishTarget.readHostKey')
  const known = field.value ?? ''
  const ask = async (): Promise<void> => {
    const answer = await read({ siteId, host, port: Number(port) }).catch(() => null)
    if (!answer?.data) return
    const { hostKey, message } = answer.data
    if (message !== '') return toast.error(message)
    const agreed = await confirm({
      title: `确认服务器“${host}”的主机密钥`,
      text: `SHA256:${hostKey}。请与服务器管理员提供的指纹核对，一致时再确认，以免把网站和密码交给冒充的服务器。`,
      confirmText: '确认一致',
    })
    if (agreed) field.onChange(hostKey)
  }
  return (
    <Field label="主机密钥" hint="首次使用或服务器重装后，需要读取并核对一次">
      <div className={styles.row}>
        <Text className={styles.key}>{known === '' ? '还没有确认' : `SHA256:${known}`}</Text>
        <Button size="small" disabled={host === '' || isPending} onClick={() => void ask()}>
          {isPending ? '正在读取…' : known === '' ? '读取主机密钥' : '重新读取'}
        </Button>
      </div>
    </Field>
  )
}
