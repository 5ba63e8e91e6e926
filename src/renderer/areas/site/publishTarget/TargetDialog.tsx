import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useWatch } from 'react-hook-form'
import { type PublishTarget, publishTargetSave, TARGET_NAME_LIMIT } from '#shared/contract/publishTarget.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { HostKeyField } from './HostKeyField.tsx'
import type { TargetControl, TargetForm } from './targetForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

const LABELS = {
  name: '名称',
  kind: '类型',
  host: '地址',
  port: '端口',
  username: '用户名',
  signIn: '登录方式',
  hostKey: '主机密钥',
  folder: '文件夹',
  origin: '访问域名',
  basePath: '访问路径',
  addressForm: '页面内的链接',
  isAuto: '自动发布',
}
const NEW = {
  id: 0,
  name: '',
  kind: 'sftp' as PublishTarget['kind'],
  host: '',
  port: 22,
  username: '',
  signIn: 'password' as PublishTarget['signIn'],
  hostKey: '',
  folder: '',
  origin: '',
  basePath: '',
  addressForm: 'root' as PublishTarget['addressForm'],
  isAuto: true,
  password: '',
  privateKey: '',
  passphrase: '',
}

interface Props {
  /** null: a new one. */
  target: PublishTarget | null
  siteId: number
  onClose: () => void
}

/** A place where the built pages of a site are brought. */
export function TargetDialog({ target, siteId, onClose }: Props) {
  const styles = useStyles()
  const write = useWrite('publishTarget.save')
  const save = (form: TargetForm) => write.mutateAsync(form)
  return (
    <FormDialog
      title={target ? `编辑发布目标“${target.name}”` : '新增发布目标'}
      schema={publishTargetSave}
      {...recordForm({
        record: target,
        empty: { ...NEW, siteId },
        labels: LABELS,
        find: 'publishTarget.findById',
        saveAsNew: save,
      })}
      save={save}
      onClose={onClose}
    >
      {(control) => (
        <>
          <div className={styles.pairs}>
            <TextField
              control={control}
              name="name"
              label="名称"
              required
              autoFocus
              maxLength={TARGET_NAME_LIMIT}
              placeholder="例如：正式、测试"
            />
            <RadioGroupField
              control={control}
              name="kind"
              label="类型"
              options={[
                { value: 'sftp', title: 'SFTP 服务器' },
                { value: 'folder', title: '服务器上的文件夹' },
              ]}
            />
          </div>
          <Place control={control} target={target} siteId={siteId} />
          <div className={styles.pairs}>
            <TextField
              control={control}
              name="origin"
              label="访问域名"
              maxLength={255}
              placeholder="https://www.example.com"
              hint="留空表示站点绑定的第一个域名"
            />
            <TextField
              control={control}
              name="basePath"
              label="访问路径"
              maxLength={200}
              placeholder="/bureau"
              hint="网站放在域名的子目录下时填写，否则留空"
            />
            <RadioGroupField
              control={control}
              name="addressForm"
              label="页面内的链接"
              options={[
                { value: 'root', title: '从根目录开始' },
                { value: 'relative', title: '相对路径' },
              ]}
            />
            <SwitchField
              control={control}
              name="isAuto"
              label="自动发布"
              hint="每次生成静态页面后自动发布到此目标"
              states={{ on: '开启', off: '关闭' }}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** Where the files go: a folder of the server, or a server over SFTP with what signs in there. */
function Place({ control, target, siteId }: { control: TargetControl; target: PublishTarget | null; siteId: number }) {
  const styles = useStyles()
  const [kind, signIn] = useWatch({ control, name: ['kind', 'signIn'] })
  if (kind === 'folder')
    return (
      <>
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            文件夹在运行站匠服务器的那台机器上，也可以是挂载的网络磁盘，只有超级管理员可以设置。
          </MessageBarBody>
        </MessageBar>
        <TextField
          control={control}
          name="folder"
          label="文件夹"
          required
          maxLength={500}
          placeholder="/var/www/html 或 D:\www"
          hint="请填写完整路径，文件夹需已存在"
        />
      </>
    )
  return (
    <>
      <div className={styles.pairs}>
        <TextField
          control={control}
          name="host"
          label="地址"
          required
          maxLength={255}
          autoComplete="off"
          placeholder="www.example.com"
        />
        <NumberField control={control} name="port" label="端口" min={1} max={65_535} />
        <TextField control={control} name="username" label="用户名" required maxLength={100} autoComplete="off" />
        <TextField
          control={control}
          name="folder"
          label="文件夹"
          required
          maxLength={500}
          autoComplete="off"
          placeholder="/var/www/html"
          hint="网站根目录，需已存在"
        />
        <RadioGroupField
          control={control}
          name="signIn"
          label="登录方式"
          options={[
            { value: 'password', title: '密码' },
            { value: 'key', title: '私钥' },
          ]}
        />
        {signIn === 'password' ? (
          <PasswordField
            control={control}
            name="password"
            label="密码"
            autoComplete="new-password"
            hint={target?.hasPassword ? '留空表示不修改密码' : '密码加密保存，不会再显示'}
          />
        ) : (
          <PasswordField
            control={control}
            name="passphrase"
            label="私钥口令"
            autoComplete="new-password"
            hint={target?.hasPrivateKey ? '留空表示不修改' : '私钥没有口令时留空'}
          />
        )}
      </div>
      {signIn === 'key' && (
        <TextAreaField
          control={control}
          name="privateKey"
          label="私钥"
          rows={4}
          spellCheck={false}
          hint={target?.hasPrivateKey ? '留空表示不修改私钥' : '粘贴完整的私钥。私钥加密保存，不会再显示'}
        />
      )}
      <HostKeyField control={control} siteId={siteId} />
    </>
  )
}
