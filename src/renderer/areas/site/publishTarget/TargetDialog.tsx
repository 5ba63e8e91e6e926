import { makeStyles, tokens } from '@fluentui/react-components'
import { useWatch } from 'react-hook-form'
import {
  type PublishTarget,
  publishTargetSave,
  TARGET_NAME_LIMIT,
  type TargetKind,
} from '#shared/contract/publishTarget.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { KindFields } from './KindFields.tsx'
import { NEW_RELEASES, RELEASE_LABELS, ReleaseFields } from './ReleaseFields.tsx'
import { NEW_TIMES, TIMES_LABELS, TimesFields } from './TimesFields.tsx'
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
  encryption: '加密方式',
  address: '地址',
  bucket: '存储桶',
  region: '区域',
  isPathStyle: '桶名的位置',
  username: '用户名',
  signIn: '登录方式',
  hostKey: '主机密钥',
  folder: '文件夹',
  origin: '访问域名',
  basePath: '访问路径',
  addressForm: '页面内的链接',
  isAuto: '自动发布',
  ...TIMES_LABELS,
  ...RELEASE_LABELS,
}
const NEW = {
  id: 0,
  name: '',
  kind: 'sftp' as PublishTarget['kind'],
  host: '',
  port: 22,
  encryption: 'explicit' as PublishTarget['encryption'],
  address: '',
  bucket: '',
  region: '',
  isPathStyle: false,
  username: '',
  signIn: 'password' as PublishTarget['signIn'],
  hostKey: '',
  folder: '',
  origin: '',
  basePath: '',
  addressForm: 'root' as PublishTarget['addressForm'],
  isAuto: true,
  ...NEW_TIMES,
  ...NEW_RELEASES,
  password: '',
  privateKey: '',
  passphrase: '',
}

const KINDS = [
  { value: 'sftp', title: 'SFTP 服务器' },
  { value: 'ftps', title: 'FTPS 服务器' },
  { value: 's3', title: '对象存储（S3）' },
  { value: 'webdav', title: 'WebDAV' },
  { value: 'folder', title: '服务器上的文件夹' },
  { value: 'zip', title: '下载压缩包' },
] satisfies { value: TargetKind; title: string }[]

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
          <TextField
            control={control}
            name="name"
            label="名称"
            required
            autoFocus
            maxLength={TARGET_NAME_LIMIT}
            placeholder="例如：正式、测试"
          />
          <RadioGroupField control={control} name="kind" label="类型" options={KINDS} />
          <KindFields control={control} target={target} siteId={siteId} />
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
            <AutoField control={control} />
          </div>
          <TimesFields control={control} />
          <ReleaseFields control={control} />
        </>
      )}
    </FormDialog>
  )
}

/** A zip is made when somebody wants it, not after each build. */
function AutoField({ control }: { control: TargetControl }) {
  if (useWatch({ control, name: 'kind' }) === 'zip') return null
  return (
    <SwitchField
      control={control}
      name="isAuto"
      label="自动发布"
      hint="每次生成静态页面后自动发布到此目标"
      states={{ on: '开启', off: '关闭' }}
    />
  )
}
